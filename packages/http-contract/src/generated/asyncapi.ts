// Generated from openapi/ by generate.mjs. Do not edit: change the document and run `pnpm generate`.
export const asyncapi: object = {
  "asyncapi": "3.1.0",
  "id": "urn:agent-service:events",
  "info": {
    "title": "Agent service, events",
    "version": "1.0.0",
    "description": "What travels between an agent and the service, over a WebSocket or to a webhook, from the service to the client app, and\nbetween the services, over RabbitMQ. An event reaches its agent at least once, always under the same event id.\n",
    "license": {
      "name": "Proprietary"
    }
  },
  "defaultContentType": "application/json",
  "servers": {
    "socket": {
      "host": "localhost:8080",
      "protocol": "ws",
      "description": "The WebSocket hub, wss in production."
    },
    "webhook": {
      "host": "agent.example.com",
      "protocol": "https",
      "description": "The `webhook_url` of an agent."
    },
    "broker": {
      "host": "localhost:5672",
      "protocol": "amqp",
      "description": "RabbitMQ 3.10 or newer; only the services speak with it."
    }
  },
  "channels": {
    "agentSocket": {
      "address": "/ws/agent/{agent_id}",
      "title": "The socket of an agent",
      "description": "The first frame from the agent is `auth`. Afterwards the agent may send `message`, `typing` and `ack` frames and receives its events.\nA binary frame that holds JSON in UTF-8 is taken as text. Null for an optional field is the same as leaving it out.\nA message whose text grows is sent as `message_start`, any number of `message_delta`, and `message_end` or `message_abort`, which all carry one `ref`.\nAn error that carries this `ref` ends the message, unless it says that the service is unavailable for a moment: then `message_end` may be sent again.\nClose codes: 4001 no valid auth frame, 4003 invalid secret, 4004 unknown agent, 4008 too many frames,\n4009 unresponsive, 4010 credentials revoked, 4011 the key does not open sockets, 1008 too many sockets, 1009 a frame that is too large, 1012 the hub is draining.\n",
      "servers": [
        {
          "$ref": "#/servers/socket"
        }
      ],
      "parameters": {
        "agent_id": {
          "description": "The agent, `agt_<id>`."
        }
      },
      "messages": {
        "auth": {
          "$ref": "#/components/messages/auth"
        },
        "message": {
          "$ref": "#/components/messages/message"
        },
        "typing": {
          "$ref": "#/components/messages/typing"
        },
        "ack": {
          "$ref": "#/components/messages/ack"
        },
        "messageStart": {
          "$ref": "#/components/messages/messageStart"
        },
        "messageDelta": {
          "$ref": "#/components/messages/messageDelta"
        },
        "messageEnd": {
          "$ref": "#/components/messages/messageEnd"
        },
        "messageAbort": {
          "$ref": "#/components/messages/messageAbort"
        },
        "authOk": {
          "$ref": "#/components/messages/authOk"
        },
        "messageAck": {
          "$ref": "#/components/messages/messageAck"
        },
        "gap": {
          "$ref": "#/components/messages/gap"
        },
        "error": {
          "$ref": "#/components/messages/error"
        },
        "decisionResolved": {
          "$ref": "#/components/messages/decisionResolved"
        },
        "runCancelled": {
          "$ref": "#/components/messages/runCancelled"
        },
        "taskDue": {
          "$ref": "#/components/messages/taskDue"
        },
        "taskTrigger": {
          "$ref": "#/components/messages/taskTrigger"
        },
        "userMessage": {
          "$ref": "#/components/messages/userMessage"
        }
      }
    },
    "clientSocket": {
      "address": "/ws/client",
      "title": "The socket of the client app",
      "description": "Tells the app what to read again; the frames carry ids and no contents, but for the text of messages that agents are writing (`stream`). One may be lost with its connection, after\nwhich the app reads everything that it shows again. The session cookie authenticates the upgrade, which then must come\nfrom the product's own origin (403 otherwise); without one, the first frame is `auth` with the session's token. Any\nfurther frame is answered with an `error`.\nClose codes: 4001 no valid auth frame within 10 s, 4003 no such session, 4008 too many frames, 4009 unresponsive,\n4010 the session has ended, 1008 too many sockets of one user, 1009 a frame over 4 KiB, 1012 connect again.\n",
      "servers": [
        {
          "$ref": "#/servers/socket"
        }
      ],
      "messages": {
        "clientAuth": {
          "$ref": "#/components/messages/clientAuth"
        },
        "clientAuthOk": {
          "$ref": "#/components/messages/clientAuthOk"
        },
        "clientChange": {
          "$ref": "#/components/messages/clientChange"
        },
        "clientStream": {
          "$ref": "#/components/messages/clientStream"
        },
        "error": {
          "$ref": "#/components/messages/error"
        }
      }
    },
    "agentWebhook": {
      "address": "{webhook_url}",
      "title": "The webhook of an agent",
      "description": "A POST for an agent without a socket. Any 2xx within 30 s is success; otherwise it is repeated after 30, 60 and\n120 s. Receivers deduplicate on `X-Svc-Event-Id`.\n",
      "servers": [
        {
          "$ref": "#/servers/webhook"
        }
      ],
      "parameters": {
        "webhook_url": {
          "description": "Set when the agent is created, or in its settings."
        }
      },
      "messages": {
        "decisionResolved": {
          "$ref": "#/components/messages/decisionResolvedDelivery"
        },
        "runCancelled": {
          "$ref": "#/components/messages/runCancelledDelivery"
        },
        "taskDue": {
          "$ref": "#/components/messages/taskDueDelivery"
        },
        "taskTrigger": {
          "$ref": "#/components/messages/taskTriggerDelivery"
        },
        "userMessage": {
          "$ref": "#/components/messages/userMessageDelivery"
        }
      }
    },
    "agentEvents": {
      "address": "agent-events",
      "title": "Events on their way to a hub",
      "description": "Routing key is the slot of the hub. What its queue keeps too long, or the hub rejects, goes on to `webhook` as due.",
      "servers": [
        {
          "$ref": "#/servers/broker"
        }
      ],
      "messages": {
        "agentEvent": {
          "$ref": "#/components/messages/agentEvent"
        }
      },
      "bindings": {
        "amqp": {
          "is": "routingKey",
          "exchange": {
            "name": "agent-events",
            "type": "direct",
            "durable": true
          }
        }
      }
    },
    "webhookAttempts": {
      "address": "webhook",
      "title": "Rings for dispatchers",
      "description": "Routing key `due` for events whose attempt may be due, `wait.<ms>` for those that wait first. `dead` takes what no consumer could read,\nand what took its consumers down.\n",
      "servers": [
        {
          "$ref": "#/servers/broker"
        }
      ],
      "messages": {
        "agentEvent": {
          "$ref": "#/components/messages/agentEvent"
        }
      },
      "bindings": {
        "amqp": {
          "is": "routingKey",
          "exchange": {
            "name": "webhook",
            "type": "direct",
            "durable": true
          }
        }
      }
    },
    "clientEvents": {
      "address": "client-events",
      "title": "Hints to every hub and every gateway",
      "description": "Something changed; who cares reads it again. Hints may be lost.",
      "servers": [
        {
          "$ref": "#/servers/broker"
        }
      ],
      "messages": {
        "clientHint": {
          "$ref": "#/components/messages/clientHint"
        }
      },
      "bindings": {
        "amqp": {
          "is": "routingKey",
          "exchange": {
            "name": "client-events",
            "type": "fanout",
            "durable": true
          }
        }
      }
    }
  },
  "operations": {
    "receiveFrames": {
      "action": "receive",
      "summary": "Frames from the agent.",
      "channel": {
        "$ref": "#/channels/agentSocket"
      },
      "messages": [
        {
          "$ref": "#/channels/agentSocket/messages/auth"
        },
        {
          "$ref": "#/channels/agentSocket/messages/message"
        },
        {
          "$ref": "#/channels/agentSocket/messages/typing"
        },
        {
          "$ref": "#/channels/agentSocket/messages/ack"
        },
        {
          "$ref": "#/channels/agentSocket/messages/messageStart"
        },
        {
          "$ref": "#/channels/agentSocket/messages/messageDelta"
        },
        {
          "$ref": "#/channels/agentSocket/messages/messageEnd"
        },
        {
          "$ref": "#/channels/agentSocket/messages/messageAbort"
        }
      ]
    },
    "sendFrames": {
      "action": "send",
      "summary": "Frames to the agent. A `message_ack` or an `error` comes only as an answer.",
      "channel": {
        "$ref": "#/channels/agentSocket"
      },
      "messages": [
        {
          "$ref": "#/channels/agentSocket/messages/authOk"
        },
        {
          "$ref": "#/channels/agentSocket/messages/messageAck"
        },
        {
          "$ref": "#/channels/agentSocket/messages/gap"
        },
        {
          "$ref": "#/channels/agentSocket/messages/error"
        },
        {
          "$ref": "#/channels/agentSocket/messages/decisionResolved"
        },
        {
          "$ref": "#/channels/agentSocket/messages/runCancelled"
        },
        {
          "$ref": "#/channels/agentSocket/messages/taskDue"
        },
        {
          "$ref": "#/channels/agentSocket/messages/taskTrigger"
        },
        {
          "$ref": "#/channels/agentSocket/messages/userMessage"
        }
      ]
    },
    "receiveClientFrames": {
      "action": "receive",
      "summary": "The frame with which a client app without a cookie authenticates.",
      "channel": {
        "$ref": "#/channels/clientSocket"
      },
      "messages": [
        {
          "$ref": "#/channels/clientSocket/messages/clientAuth"
        }
      ]
    },
    "sendClientFrames": {
      "action": "send",
      "summary": "What changed, at most four times a second for each agent and type, and text that grows.",
      "channel": {
        "$ref": "#/channels/clientSocket"
      },
      "messages": [
        {
          "$ref": "#/channels/clientSocket/messages/clientAuthOk"
        },
        {
          "$ref": "#/channels/clientSocket/messages/clientChange"
        },
        {
          "$ref": "#/channels/clientSocket/messages/clientStream"
        },
        {
          "$ref": "#/channels/clientSocket/messages/error"
        }
      ]
    },
    "deliverToWebhook": {
      "action": "send",
      "summary": "One attempt to deliver an event to a webhook.",
      "channel": {
        "$ref": "#/channels/agentWebhook"
      },
      "bindings": {
        "http": {
          "method": "POST"
        }
      }
    },
    "publishAgentEvent": {
      "action": "send",
      "summary": "Whoever has committed an event publishes it to the slot of its agent.",
      "channel": {
        "$ref": "#/channels/agentEvents"
      }
    },
    "takeAgentEvents": {
      "action": "receive",
      "summary": "The hub takes the events of its slot.",
      "channel": {
        "$ref": "#/channels/agentEvents"
      }
    },
    "publishWebhookAttempt": {
      "action": "send",
      "summary": "An attempt may be due, or waits for its retry.",
      "channel": {
        "$ref": "#/channels/webhookAttempts"
      }
    },
    "takeWebhookAttempts": {
      "action": "receive",
      "summary": "The dispatcher looks for attempts that are due.",
      "channel": {
        "$ref": "#/channels/webhookAttempts"
      }
    },
    "publishClientHint": {
      "action": "send",
      "summary": "Whoever has changed something that a user can see says so.",
      "channel": {
        "$ref": "#/channels/clientEvents"
      }
    },
    "takeClientHints": {
      "action": "receive",
      "summary": "Every hub passes hints on to the sockets of the users concerned. Every gateway wakes the waiting calls of the agent.",
      "channel": {
        "$ref": "#/channels/clientEvents"
      }
    }
  },
  "components": {
    "messages": {
      "auth": {
        "summary": "The agent says who it is.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "AuthFrame",
            "description": "Agent to server: the first frame of a socket.",
            "type": "object",
            "properties": {
              "type": {
                "const": "auth"
              },
              "agent_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The agent that the path of the socket names."
              },
              "secret": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The secret of the agent, or a key of it with the scope `events`."
              },
              "resume": {
                "type": "boolean",
                "description": "Also push waiting triggers and due tasks, which otherwise stay with their polls. Default: false."
              },
              "after": {
                "type": "integer",
                "minimum": 0,
                "maximum": 9007199254740991,
                "description": "The number of the newest event that the agent has. All kept events behind it are sent first, in order and whatever became of them; where events are not kept any more, a `gap` frame stands for them. Every event then carries its `seq`. Default: only what the agent has not received, without numbers."
              },
              "features": {
                "type": "array",
                "items": {
                  "type": "string"
                },
                "description": "What the agent asks for; unknown ones are ignored. `event_meta`: every event carries `event_id`, `seq` and `created_at`. `resume_runs`: runs of which the agent's closed sockets had the event, and of which the service has heard nothing for five minutes, are offered again by the same event. Default: none."
              },
              "ack": {
                "const": "program",
                "description": "An event is delivered when the agent sends an `ack` frame for it, not when its socket answers a ping; until then it comes again on the agent's next socket. Events carry what `event_meta` adds. Only with `\"resume\": true`. Default: pongs prove the receipt."
              }
            },
            "required": [
              "type",
              "agent_id",
              "secret"
            ],
            "dependentRequired": {
              "ack": [
                "resume"
              ]
            },
            "dependentSchemas": {
              "ack": {
                "properties": {
                  "resume": {
                    "const": true
                  }
                }
              }
            }
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "The id stands in the address; the secret follows here, and what waits is to be pushed.",
            "payload": {
              "type": "auth",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
              "secret": "svc_0123456789abcdef0123456789abcdef01234567",
              "resume": true
            }
          },
          {
            "name": "after",
            "summary": "The agent has all events up to this number, and asks for those behind it.",
            "payload": {
              "type": "auth",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
              "secret": "svc_0123456789abcdef0123456789abcdef01234567",
              "after": 41
            }
          },
          {
            "name": "features",
            "summary": "The agent asks for what the events are called, and for the runs that it has left; a feature that nobody knows is ignored.",
            "payload": {
              "type": "auth",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
              "secret": "svc_0123456789abcdef0123456789abcdef01234567",
              "features": [
                "event_meta",
                "resume_runs",
                "of_a_later_version"
              ]
            }
          },
          {
            "name": "ack",
            "summary": "The agent says itself when it is done with an event.",
            "payload": {
              "type": "auth",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
              "secret": "svc_0123456789abcdef0123456789abcdef01234567",
              "resume": true,
              "ack": "program"
            }
          }
        ]
      },
      "message": {
        "summary": "The agent sends a chat message.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "MessageFrame",
            "description": "Agent to server: a chat message. It needs a text, an image or a report title.",
            "type": "object",
            "properties": {
              "type": {
                "const": "message"
              },
              "text": {
                "type": "string",
                "maxLength": 32768,
                "description": "Markdown."
              },
              "conversation_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "pattern": "^[\\w-]+$",
                "description": "The target; without it, the conversation of its run, or a new one with the owner."
              },
              "image_base64": {
                "type": "string",
                "description": "One image, base64 with or without a data-URI prefix, at most 5 MB decoded, 50 million pixels, and 16,384 on a side."
              },
              "media_ids": {
                "type": "array",
                "maxItems": 10,
                "uniqueItems": true,
                "items": {
                  "type": "string",
                  "maxLength": 60,
                  "pattern": "^p-[A-Za-z0-9_-]{43}[.][a-z0-9]{2,5}$"
                },
                "description": "Files that the agent has sent to POST /api/agent/media, each for one message."
              },
              "report_title": {
                "type": "string",
                "maxLength": 200,
                "description": "Shows the message as a report card under this title."
              },
              "report_description": {
                "type": "string",
                "maxLength": 1000,
                "description": "Subtitle of the report card."
              },
              "task_run_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "pattern": "^[\\w-]+$",
                "description": "Attaches the message to this run."
              },
              "quick_replies": {
                "type": "array",
                "maxItems": 8,
                "items": {
                  "type": "object",
                  "properties": {
                    "text": {
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 80,
                      "description": "What stands on the button, and what the user says by pressing it."
                    },
                    "value": {
                      "type": "string",
                      "maxLength": 255,
                      "description": "What comes back to the agent beside the text, at most 255 bytes."
                    }
                  },
                  "required": [
                    "text"
                  ]
                },
                "description": "Buttons under the message. The one that the user presses comes back as a user_message."
              },
              "ref": {
                "type": "string",
                "maxLength": 200,
                "description": "Chosen by the agent; the answer to this frame carries it. It is no idempotency key: the same again is another message."
              },
              "idempotency_key": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "pattern": "^[!-~]+$",
                "description": "By which the agent knows the message again. For 24 hours the same message with the same key is stored once, and acknowledged with the same ids."
              }
            },
            "required": [
              "type"
            ],
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "text": {
                    "type": "string",
                    "minLength": 1
                  }
                },
                "required": [
                  "text"
                ]
              },
              {
                "type": "object",
                "properties": {
                  "image_base64": {
                    "type": "string",
                    "minLength": 1
                  }
                },
                "required": [
                  "image_base64"
                ]
              },
              {
                "type": "object",
                "properties": {
                  "media_ids": {
                    "type": "array",
                    "minItems": 1
                  }
                },
                "required": [
                  "media_ids"
                ]
              },
              {
                "type": "object",
                "properties": {
                  "report_title": {
                    "type": "string",
                    "minLength": 1
                  }
                },
                "required": [
                  "report_title"
                ]
              }
            ]
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "Text.",
            "payload": {
              "type": "message",
              "text": "**Done.**"
            }
          },
          {
            "name": "report",
            "summary": "The report of a run, as a card, with a `ref` for the acknowledgement.",
            "payload": {
              "type": "message",
              "text": "## Sales",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "report_title": "Weekly report",
              "report_description": "Week 9",
              "task_run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "ref": "42"
            }
          }
        ]
      },
      "typing": {
        "summary": "The agent is writing.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "TypingFrame",
            "description": "Agent to server: the agent is writing in this conversation. Nothing is stored, and nothing answers it but an error.",
            "type": "object",
            "properties": {
              "type": {
                "const": "typing"
              },
              "conversation_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "pattern": "^[\\w-]+$",
                "description": "The conversation. Consoles show nothing if it is not one with this agent."
              },
              "ref": {
                "type": "string",
                "maxLength": 200,
                "description": "Chosen by the agent; an error about this frame carries it."
              }
            },
            "required": [
              "type",
              "conversation_id"
            ]
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "In a conversation.",
            "payload": {
              "type": "typing",
              "conversation_id": "conv_0197"
            }
          }
        ]
      },
      "ack": {
        "summary": "The agent is done with an event.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "AckFrame",
            "description": "Agent to server: the agent is done with an event, which is delivered now. In any order; nothing answers it but an error. An id that does not wait for it is ignored. Only if the `auth` frame had `\"ack\": \"program\"`.",
            "type": "object",
            "properties": {
              "type": {
                "const": "ack"
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The `event_id` of the event."
              },
              "ref": {
                "type": "string",
                "maxLength": 200,
                "description": "Is repeated in an `error`."
              }
            },
            "required": [
              "type",
              "event_id"
            ]
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "The event is delivered now.",
            "payload": {
              "type": "ack",
              "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d"
            }
          }
        ]
      },
      "messageStart": {
        "summary": "A message begins whose text grows.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "MessageStartFrame",
            "description": "Agent to server: a chat message begins whose text grows. Nothing answers it but an error.",
            "type": "object",
            "properties": {
              "type": {
                "const": "message_start"
              },
              "ref": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "Chosen by the agent. All frames of this message carry it, and so do its acknowledgement and its errors."
              },
              "conversation_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "pattern": "^[\\w-]+$",
                "description": "The target. Without it a conversation with the owner is created when the message ends, and nobody sees the text before."
              },
              "idempotency_key": {
                "type": "string",
                "minLength": 1,
                "maxLength": 255,
                "pattern": "^[\\x21-\\x7e]+$",
                "description": "A key by which the agent knows the message again. For 24 hours a message with this key is stored once, over whichever socket or call of POST /api/agent/messages/stream it is ended again; its end is then answered with the first one."
              }
            },
            "required": [
              "type",
              "ref"
            ]
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "In a conversation.",
            "payload": {
              "type": "message_start",
              "ref": "answer-7",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
            }
          },
          {
            "name": "new-conversation",
            "summary": "In a new conversation.",
            "payload": {
              "type": "message_start",
              "ref": "answer-8"
            }
          }
        ]
      },
      "messageDelta": {
        "summary": "More text of it.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "MessageDeltaFrame",
            "description": "Agent to server: more text of a message that has begun. Nothing answers it but an error.",
            "type": "object",
            "properties": {
              "type": {
                "const": "message_delta"
              },
              "ref": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The `ref` of the message."
              },
              "text": {
                "type": "string",
                "minLength": 1,
                "maxLength": 8192,
                "description": "Markdown, appended as it is."
              }
            },
            "required": [
              "type",
              "ref",
              "text"
            ]
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "A few words.",
            "payload": {
              "type": "message_delta",
              "ref": "answer-7",
              "text": "Three mails "
            }
          }
        ]
      },
      "messageEnd": {
        "summary": "It is complete.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "MessageEndFrame",
            "description": "Agent to server: the message is complete, and is stored. It is answered by `message_ack`. Without any text it needs a file or a report title.",
            "type": "object",
            "properties": {
              "type": {
                "const": "message_end"
              },
              "ref": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The `ref` of the message."
              },
              "media_ids": {
                "type": "array",
                "maxItems": 10,
                "uniqueItems": true,
                "items": {
                  "type": "string",
                  "maxLength": 60,
                  "pattern": "^p-[A-Za-z0-9_-]{43}[.][a-z0-9]{2,5}$"
                },
                "description": "Files that the agent has sent to POST /api/agent/media, each for one message."
              },
              "report_title": {
                "type": "string",
                "maxLength": 200,
                "description": "Shows the message as a report card under this title."
              },
              "report_description": {
                "type": "string",
                "maxLength": 1000,
                "description": "Subtitle of the report card."
              },
              "task_run_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "pattern": "^[\\w-]+$",
                "description": "Attaches the message to this run."
              },
              "quick_replies": {
                "type": "array",
                "maxItems": 8,
                "items": {
                  "type": "object",
                  "properties": {
                    "text": {
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 80,
                      "description": "What stands on the button, and what the user says by pressing it."
                    },
                    "value": {
                      "type": "string",
                      "maxLength": 255,
                      "description": "What comes back to the agent beside the text, at most 255 bytes."
                    }
                  },
                  "required": [
                    "text"
                  ]
                },
                "description": "Buttons under the message. The one that the user presses comes back as a user_message."
              }
            },
            "required": [
              "type",
              "ref"
            ]
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "Nothing but its text.",
            "payload": {
              "type": "message_end",
              "ref": "answer-7"
            }
          },
          {
            "name": "buttons",
            "summary": "With two buttons.",
            "payload": {
              "type": "message_end",
              "ref": "answer-7",
              "quick_replies": [
                {
                  "text": "Yes",
                  "value": "send:42"
                },
                {
                  "text": "Not yet"
                }
              ]
            }
          }
        ]
      },
      "messageAbort": {
        "summary": "It is given up.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "MessageAbortFrame",
            "description": "Agent to server: the message is given up. Its text disappears, nothing is stored, and nothing answers it but an error.",
            "type": "object",
            "properties": {
              "type": {
                "const": "message_abort"
              },
              "ref": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The `ref` of the message."
              }
            },
            "required": [
              "type",
              "ref"
            ]
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "Its text disappears.",
            "payload": {
              "type": "message_abort",
              "ref": "answer-7"
            }
          }
        ]
      },
      "authOk": {
        "summary": "The agent is authenticated.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "AuthOkFrame",
            "description": "Server to agent: the socket is authenticated.",
            "type": "object",
            "properties": {
              "type": {
                "const": "auth_ok"
              },
              "session_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The session, `sess_<id>`."
              },
              "agent_name": {
                "type": "string",
                "description": "The name of the agent."
              },
              "last_seq": {
                "type": "integer",
                "minimum": 0,
                "description": "The number of the agent's newest event; 0 if there is none. Only if the `auth` frame had `after`."
              },
              "features": {
                "type": "array",
                "items": {
                  "enum": [
                    "event_meta",
                    "resume_runs"
                  ]
                },
                "description": "Those of the `features` of the `auth` frame that the service knows. Only if it asked for some."
              },
              "ack": {
                "const": "program",
                "description": "Events wait for `ack` frames. Only if the `auth` frame asked for it."
              }
            },
            "required": [
              "type",
              "session_id",
              "agent_name"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "The agent learns its own name.",
            "payload": {
              "type": "auth_ok",
              "session_id": "sess_019a1f0c6b7e6a7b8c9d0e1f2a3b4c5d",
              "agent_name": "Scout"
            }
          },
          {
            "name": "features",
            "summary": "The service knows both features that the agent asked for.",
            "payload": {
              "type": "auth_ok",
              "session_id": "sess_019a1f0c6b7e6a7b8c9d0e1f2a3b4c5d",
              "agent_name": "Scout",
              "features": [
                "event_meta",
                "resume_runs"
              ]
            }
          },
          {
            "name": "ack",
            "summary": "Events wait for the agent's `ack`.",
            "payload": {
              "type": "auth_ok",
              "session_id": "sess_019a1f0c6b7e6a7b8c9d0e1f2a3b4c5d",
              "agent_name": "Scout",
              "ack": "program"
            }
          }
        ]
      },
      "messageAck": {
        "summary": "The message that carried this `ref` is stored.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "MessageAckFrame",
            "description": "Server to agent: the message frame that carried this `ref` is stored.",
            "type": "object",
            "properties": {
              "type": {
                "const": "message_ack"
              },
              "ref": {
                "type": "string",
                "maxLength": 200,
                "description": "The `ref` of the message frame."
              },
              "message_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The stored message."
              },
              "conversation_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The conversation it went to."
              }
            },
            "required": [
              "type",
              "ref",
              "message_id",
              "conversation_id"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "With the `ref` of the message.",
            "payload": {
              "type": "message_ack",
              "ref": "42",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
            }
          }
        ]
      },
      "gap": {
        "summary": "Events between those before and behind it are not kept any more.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "GapFrame",
            "description": "Server to agent: events with these numbers are not kept any more. Only if the `auth` frame had `after`.",
            "type": "object",
            "properties": {
              "type": {
                "const": "gap"
              },
              "from": {
                "type": "integer",
                "minimum": 1,
                "description": "The first number that is missing."
              },
              "to": {
                "type": "integer",
                "minimum": 1,
                "description": "The last number that is missing."
              }
            },
            "required": [
              "type",
              "from",
              "to"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "Sixteen events are gone.",
            "payload": {
              "type": "gap",
              "from": 42,
              "to": 57
            }
          }
        ]
      },
      "error": {
        "summary": "A frame was refused; the socket stays open.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "ErrorFrame",
            "description": "Server to agent: a frame was refused; the socket stays open.",
            "type": "object",
            "properties": {
              "type": {
                "const": "error"
              },
              "detail": {
                "type": "string",
                "description": "Why, in words."
              },
              "ref": {
                "type": "string",
                "maxLength": 200,
                "description": "The `ref` of the refused frame, where it had one."
              }
            },
            "required": [
              "type",
              "detail"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "A frame without a `ref`.",
            "payload": {
              "type": "error",
              "detail": "text: must be string"
            }
          },
          {
            "name": "with-ref",
            "summary": "A message that carried a `ref`.",
            "payload": {
              "type": "error",
              "detail": "text: must be string",
              "ref": "42"
            }
          }
        ]
      },
      "clientAuth": {
        "summary": "The client app shows its session.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "ClientAuthFrame",
            "description": "Client app to server: the first frame of a socket that was opened without a session cookie.",
            "type": "object",
            "properties": {
              "type": {
                "const": "auth"
              },
              "token": {
                "type": "string",
                "minLength": 1,
                "maxLength": 1000,
                "pattern": "^[!-~]+$",
                "description": "The session's token, as the header `set-auth-token` gave it, or an API key with the scope `read`."
              }
            },
            "required": [
              "type",
              "token"
            ]
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "The token of a sign-in.",
            "payload": {
              "type": "auth",
              "token": "Zm9vYmFy.c2lnbmF0dXJl%2Bx%3D"
            }
          }
        ]
      },
      "clientAuthOk": {
        "summary": "The client app's socket is authenticated.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "ClientAuthOkFrame",
            "description": "Server to client app: the socket is authenticated, and from now on every change is told.",
            "type": "object",
            "properties": {
              "type": {
                "const": "auth_ok"
              }
            },
            "required": [
              "type"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "There is nothing more to say.",
            "payload": {
              "type": "auth_ok"
            }
          }
        ]
      },
      "clientChange": {
        "summary": "Something of the user changed.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "ClientChangeFrame",
            "description": "Server to client app: something changed, and the app reads it again. Without an id, all of that type may have changed.",
            "type": "object",
            "properties": {
              "type": {
                "enum": [
                  "message",
                  "run",
                  "decision",
                  "agent",
                  "event",
                  "conversation",
                  "typing"
                ],
                "description": "What changed; at `conversation` what is said of one: its title, its place in the lists, how much of it is read. At `typing` nothing has: the agent is writing in the conversation."
              },
              "agent_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The agent it belongs to."
              },
              "conversation_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The changed conversation."
              },
              "message_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The changed message."
              },
              "task_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The task of the changed run."
              },
              "run_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The changed run."
              },
              "decision_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The changed decision."
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The changed event."
              }
            },
            "required": [
              "type",
              "agent_id"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "message",
            "summary": "One message.",
            "payload": {
              "type": "message",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d"
            }
          },
          {
            "name": "coarse",
            "summary": "Several changes at once.",
            "payload": {
              "type": "event",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b"
            }
          },
          {
            "name": "typing",
            "summary": "The agent is writing.",
            "payload": {
              "type": "typing",
              "agent_id": "agt_0197",
              "conversation_id": "conv_0197"
            }
          }
        ]
      },
      "clientStream": {
        "summary": "Text of a message that an agent is writing.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "ClientStreamFrame",
            "description": "Server to client app: the text of a message that an agent is writing. A frame may be missing; `at` shows it, and the app asks for the text so far.",
            "oneOf": [
              {
                "type": "object",
                "title": "ClientStreamText",
                "description": "More text.",
                "properties": {
                  "type": {
                    "const": "stream"
                  },
                  "agent_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The agent that writes."
                  },
                  "conversation_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The conversation."
                  },
                  "message_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The id that the message will have when it is stored."
                  },
                  "at": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 65536,
                    "description": "How much text was before it, in UTF-16 code units. 0 with an empty text: the message has begun."
                  },
                  "text": {
                    "type": "string",
                    "maxLength": 65536,
                    "description": "More text."
                  }
                },
                "required": [
                  "type",
                  "agent_id",
                  "conversation_id",
                  "message_id",
                  "at",
                  "text"
                ],
                "additionalProperties": false
              },
              {
                "type": "object",
                "title": "ClientStreamEnd",
                "description": "No more text comes.",
                "properties": {
                  "type": {
                    "const": "stream"
                  },
                  "agent_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The agent that writes."
                  },
                  "conversation_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The conversation."
                  },
                  "message_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The id that the message will have when it is stored."
                  },
                  "end": {
                    "enum": [
                      "stored",
                      "cut",
                      "aborted"
                    ],
                    "description": "`stored`: the message is in the history. `cut`: it broke off, and is not. `aborted`: the agent has given it up."
                  }
                },
                "required": [
                  "type",
                  "agent_id",
                  "conversation_id",
                  "message_id",
                  "end"
                ],
                "additionalProperties": false
              }
            ]
          }
        },
        "examples": [
          {
            "name": "text",
            "summary": "More text.",
            "payload": {
              "type": "stream",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "at": 12,
              "text": "need an answer."
            }
          },
          {
            "name": "cut",
            "summary": "It broke off.",
            "payload": {
              "type": "stream",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "end": "cut"
            }
          }
        ]
      },
      "agentEvent": {
        "summary": "Events on their way to agents, up to 64 that were announced together.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "AgentEventMessage",
            "description": "A ring: events were written for agents, which are connected to the hub of the queue, or have webhooks. The database has the events.",
            "type": "object",
            "properties": {
              "events": {
                "type": "array",
                "minItems": 1,
                "maxItems": 64,
                "items": {
                  "title": "RungEvent",
                  "description": "An event that was written.",
                  "type": "object",
                  "properties": {
                    "event_id": {
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 200,
                      "description": "The row of the event log."
                    },
                    "agent_id": {
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 200,
                      "description": "The agent that receives it."
                    },
                    "seq": {
                      "type": "integer",
                      "minimum": 1,
                      "description": "The number of the event among those of its agent, from 1 without gaps."
                    },
                    "push_no": {
                      "type": "integer",
                      "minimum": 1,
                      "description": "The place of the event in the order in which those of its agent are pushed."
                    },
                    "type": {
                      "enum": [
                        "decision_resolved",
                        "run_cancelled",
                        "task_due",
                        "task_trigger",
                        "user_message"
                      ],
                      "description": "The type of the event."
                    },
                    "created_at": {
                      "type": "string",
                      "minLength": 20,
                      "maxLength": 40,
                      "description": "When it was written, ISO 8601 UTC."
                    },
                    "frame": {
                      "type": "string",
                      "minLength": 2,
                      "description": "The exact JSON text of the event, as the agent receives it. Left out if it is large."
                    }
                  },
                  "required": [
                    "event_id",
                    "agent_id",
                    "seq",
                    "push_no",
                    "type",
                    "created_at"
                  ],
                  "additionalProperties": false
                },
                "description": "What was announced together."
              }
            },
            "required": [
              "events"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "The frame travels as text.",
            "payload": {
              "events": [
                {
                  "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "seq": 1,
                  "type": "user_message",
                  "frame": "{\"type\":\"user_message\",\"text\":\"What is on today?\",\"sender_name\":\"Ada\",\"conversation_id\":\"conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e\",\"message_id\":\"msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d\",\"image_url\":null,\"image_urls\":null,\"audio_url\":null}",
                  "push_no": 1,
                  "created_at": "2026-11-01T08:00:00.000Z"
                }
              ]
            }
          }
        ]
      },
      "clientHint": {
        "summary": "Something changed.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "ClientHint",
            "description": "A hint to every hub and every gateway; it may be lost.",
            "oneOf": [
              {
                "type": "object",
                "title": "ChangeHint",
                "description": "Something of a user changed, and the open consoles of the user read it again.",
                "properties": {
                  "type": {
                    "enum": [
                      "message",
                      "run",
                      "decision",
                      "agent",
                      "event",
                      "conversation",
                      "typing"
                    ],
                    "description": "What changed; at `conversation` what is said of one: its title, its place in the lists, how much of it is read. At `typing` nothing has: the agent is writing in the conversation."
                  },
                  "user_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The user whose consoles are told."
                  },
                  "agent_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The agent it belongs to."
                  },
                  "conversation_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The changed conversation."
                  },
                  "message_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The changed message."
                  },
                  "task_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The task of the changed run."
                  },
                  "run_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The changed run."
                  },
                  "decision_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The changed decision."
                  },
                  "event_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The changed event."
                  }
                },
                "required": [
                  "type",
                  "user_id",
                  "agent_id"
                ],
                "additionalProperties": false
              },
              {
                "type": "object",
                "title": "CredentialsHint",
                "description": "The credentials of an agent changed. Hubs look at its sessions again, and gateways answer its calls that wait.",
                "properties": {
                  "type": {
                    "const": "credentials"
                  },
                  "agent_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The agent."
                  }
                },
                "required": [
                  "type",
                  "agent_id"
                ],
                "additionalProperties": false
              },
              {
                "type": "object",
                "title": "SessionsHint",
                "description": "Sessions of a user have ended, and hubs look at the user's sockets again.",
                "properties": {
                  "type": {
                    "const": "sessions"
                  },
                  "user_id": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 200,
                    "description": "The user."
                  }
                },
                "required": [
                  "type",
                  "user_id"
                ],
                "additionalProperties": false
              },
              {
                "type": "object",
                "title": "StreamsHint",
                "description": "Text of messages that agents are writing. Hubs pass it on to the open consoles of their users.",
                "properties": {
                  "type": {
                    "const": "streams"
                  },
                  "parts": {
                    "type": "array",
                    "minItems": 1,
                    "maxItems": 2000,
                    "description": "What has come since the last hint, of any number of messages.",
                    "items": {
                      "oneOf": [
                        {
                          "type": "object",
                          "title": "StreamText",
                          "description": "More text of a message.",
                          "properties": {
                            "user_id": {
                              "type": "string",
                              "minLength": 1,
                              "maxLength": 200,
                              "description": "The user whose consoles are told."
                            },
                            "agent_id": {
                              "type": "string",
                              "minLength": 1,
                              "maxLength": 200,
                              "description": "The agent that writes."
                            },
                            "conversation_id": {
                              "type": "string",
                              "minLength": 1,
                              "maxLength": 200,
                              "description": "The conversation."
                            },
                            "message_id": {
                              "type": "string",
                              "minLength": 1,
                              "maxLength": 200,
                              "description": "The id that the message will have when it is stored."
                            },
                            "at": {
                              "type": "integer",
                              "minimum": 0,
                              "maximum": 65536,
                              "description": "How much text was before it, in UTF-16 code units. 0 with an empty text: the message has begun."
                            },
                            "text": {
                              "type": "string",
                              "maxLength": 65536,
                              "description": "More text."
                            }
                          },
                          "required": [
                            "user_id",
                            "agent_id",
                            "conversation_id",
                            "message_id",
                            "at",
                            "text"
                          ],
                          "additionalProperties": false
                        },
                        {
                          "type": "object",
                          "title": "StreamEnd",
                          "description": "A message gets no more text.",
                          "properties": {
                            "user_id": {
                              "type": "string",
                              "minLength": 1,
                              "maxLength": 200,
                              "description": "The user whose consoles are told."
                            },
                            "agent_id": {
                              "type": "string",
                              "minLength": 1,
                              "maxLength": 200,
                              "description": "The agent that writes."
                            },
                            "conversation_id": {
                              "type": "string",
                              "minLength": 1,
                              "maxLength": 200,
                              "description": "The conversation."
                            },
                            "message_id": {
                              "type": "string",
                              "minLength": 1,
                              "maxLength": 200,
                              "description": "The id that the message will have when it is stored."
                            },
                            "end": {
                              "enum": [
                                "stored",
                                "cut",
                                "aborted"
                              ],
                              "description": "`stored`: the message is in the history. `cut`: it broke off, and is not. `aborted`: the agent has given it up."
                            }
                          },
                          "required": [
                            "user_id",
                            "agent_id",
                            "conversation_id",
                            "message_id",
                            "end"
                          ],
                          "additionalProperties": false
                        }
                      ]
                    }
                  }
                },
                "required": [
                  "type",
                  "parts"
                ],
                "additionalProperties": false
              }
            ]
          }
        },
        "examples": [
          {
            "name": "message",
            "summary": "One message.",
            "payload": {
              "type": "message",
              "user_id": "usr_1",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d"
            }
          },
          {
            "name": "credentials",
            "summary": "The credentials of an agent ended.",
            "payload": {
              "type": "credentials",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b"
            }
          },
          {
            "name": "sessions",
            "summary": "Sessions of a user ended.",
            "payload": {
              "type": "sessions",
              "user_id": "usr_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b"
            }
          },
          {
            "name": "typing",
            "summary": "The agent is writing.",
            "payload": {
              "type": "typing",
              "user_id": "usr_0197",
              "agent_id": "agt_0197",
              "conversation_id": "conv_0197"
            }
          },
          {
            "name": "streams",
            "summary": "More text of one message, and the end of another.",
            "payload": {
              "type": "streams",
              "parts": [
                {
                  "user_id": "usr_019a1f0c6b7e4c1d9e2f3a4b5c6d7e8f",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                  "at": 12,
                  "text": "need an answer."
                },
                {
                  "user_id": "usr_019a1f0c6b7e4c1d9e2f3a4b5c6d7e8f",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                  "end": "stored"
                }
              ]
            }
          }
        ]
      },
      "decisionResolved": {
        "summary": "A user resolved a pending request.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "DecisionResolvedEvent",
            "description": "A user resolved a pending request. Both kinds of agent.",
            "type": "object",
            "properties": {
              "type": {
                "const": "decision_resolved"
              },
              "decision_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The decision, `dec_<id>`."
              },
              "status": {
                "enum": [
                  "approved",
                  "rejected",
                  "dismissed"
                ],
                "description": "How the request was resolved."
              },
              "note": {
                "type": "string",
                "description": "What the user noted; empty where nothing was noted."
              },
              "conversation_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The conversation in which the request was shown."
              },
              "always_allow": {
                "type": "boolean",
                "description": "Whether later requests that match the pattern are approved at once, while the rule stands."
              },
              "always_allow_pattern": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "An anchored glob over the action; null where `always_allow` is false."
              },
              "answer": {
                "type": [
                  "object",
                  "null"
                ],
                "additionalProperties": {
                  "type": [
                    "string",
                    "number",
                    "boolean"
                  ]
                },
                "description": "What the user has filled in, by the names of the fields; null unless approved. Only if the request had an `answer_schema`."
              },
              "seq": {
                "type": "integer",
                "minimum": 1,
                "description": "Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`."
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              },
              "created_at": {
                "type": "string",
                "description": "When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              }
            },
            "required": [
              "type",
              "decision_id",
              "status",
              "note",
              "conversation_id",
              "always_allow",
              "always_allow_pattern"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "Approved.",
            "payload": {
              "type": "decision_resolved",
              "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
              "status": "approved",
              "note": "",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "always_allow": false,
              "always_allow_pattern": null
            }
          },
          {
            "name": "always-allow",
            "summary": "Approved, now and in the future.",
            "payload": {
              "type": "decision_resolved",
              "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
              "status": "approved",
              "note": "Fine",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "always_allow": true,
              "always_allow_pattern": "mail.send:*@example.com"
            }
          },
          {
            "name": "answer",
            "summary": "Approved with a form that the agent has asked for.",
            "payload": {
              "type": "decision_resolved",
              "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
              "status": "approved",
              "note": "",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "always_allow": false,
              "always_allow_pattern": null,
              "answer": {
                "amount": 1150,
                "valid_until": "2026-03-31",
                "tone": "friendly",
                "with_terms": true
              }
            }
          }
        ]
      },
      "decisionResolvedDelivery": {
        "summary": "A user resolved a pending request.",
        "traits": [
          {
            "$ref": "#/components/messageTraits/webhookDelivery"
          }
        ],
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "DecisionResolvedEvent",
            "description": "A user resolved a pending request. Both kinds of agent.",
            "type": "object",
            "properties": {
              "type": {
                "const": "decision_resolved"
              },
              "decision_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The decision, `dec_<id>`."
              },
              "status": {
                "enum": [
                  "approved",
                  "rejected",
                  "dismissed"
                ],
                "description": "How the request was resolved."
              },
              "note": {
                "type": "string",
                "description": "What the user noted; empty where nothing was noted."
              },
              "conversation_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The conversation in which the request was shown."
              },
              "always_allow": {
                "type": "boolean",
                "description": "Whether later requests that match the pattern are approved at once, while the rule stands."
              },
              "always_allow_pattern": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "An anchored glob over the action; null where `always_allow` is false."
              },
              "answer": {
                "type": [
                  "object",
                  "null"
                ],
                "additionalProperties": {
                  "type": [
                    "string",
                    "number",
                    "boolean"
                  ]
                },
                "description": "What the user has filled in, by the names of the fields; null unless approved. Only if the request had an `answer_schema`."
              },
              "seq": {
                "type": "integer",
                "minimum": 1,
                "description": "Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`."
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              },
              "created_at": {
                "type": "string",
                "description": "When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              }
            },
            "required": [
              "type",
              "decision_id",
              "status",
              "note",
              "conversation_id",
              "always_allow",
              "always_allow_pattern"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "Approved.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "decision_resolved",
              "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
              "status": "approved",
              "note": "",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "always_allow": false,
              "always_allow_pattern": null
            }
          },
          {
            "name": "always-allow",
            "summary": "Approved, now and in the future.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "decision_resolved",
              "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
              "status": "approved",
              "note": "Fine",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "always_allow": true,
              "always_allow_pattern": "mail.send:*@example.com"
            }
          },
          {
            "name": "answer",
            "summary": "Approved with a form that the agent has asked for.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "decision_resolved",
              "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
              "status": "approved",
              "note": "",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "always_allow": false,
              "always_allow_pattern": null,
              "answer": {
                "amount": 1150,
                "valid_until": "2026-03-31",
                "tone": "friendly",
                "with_terms": true
              }
            }
          }
        ]
      },
      "runCancelled": {
        "summary": "A user cancelled a run.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "RunCancelledEvent",
            "description": "A user cancelled a run. Interactive agents with the feature `run_cancelled` only.",
            "type": "object",
            "properties": {
              "type": {
                "const": "run_cancelled"
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The event, `evt_<id>`: the same however often it comes."
              },
              "run_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The run that was cancelled."
              },
              "task_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The task, `tsk_<id>`."
              },
              "task_name": {
                "type": "string",
                "description": "The name of the task."
              },
              "seq": {
                "type": "integer",
                "minimum": 1,
                "description": "Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`."
              },
              "created_at": {
                "type": "string",
                "description": "When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              }
            },
            "required": [
              "type",
              "event_id",
              "run_id",
              "task_id",
              "task_name"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "A run of a task.",
            "payload": {
              "type": "run_cancelled",
              "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "task_id": "tsk_019a1f0c6b7e6f7a8b9c0d1e2f3a4b5c",
              "task_name": "Morning mail"
            }
          }
        ]
      },
      "runCancelledDelivery": {
        "summary": "A user cancelled a run.",
        "traits": [
          {
            "$ref": "#/components/messageTraits/webhookDelivery"
          }
        ],
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "RunCancelledEvent",
            "description": "A user cancelled a run. Interactive agents with the feature `run_cancelled` only.",
            "type": "object",
            "properties": {
              "type": {
                "const": "run_cancelled"
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The event, `evt_<id>`: the same however often it comes."
              },
              "run_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The run that was cancelled."
              },
              "task_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The task, `tsk_<id>`."
              },
              "task_name": {
                "type": "string",
                "description": "The name of the task."
              },
              "seq": {
                "type": "integer",
                "minimum": 1,
                "description": "Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`."
              },
              "created_at": {
                "type": "string",
                "description": "When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              }
            },
            "required": [
              "type",
              "event_id",
              "run_id",
              "task_id",
              "task_name"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "A run of a task.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "run_cancelled",
              "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "task_id": "tsk_019a1f0c6b7e6f7a8b9c0d1e2f3a4b5c",
              "task_name": "Morning mail"
            }
          }
        ]
      },
      "taskDue": {
        "summary": "A scheduled task is due.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "TaskDueEvent",
            "description": "A scheduled task is due. Interactive agents only.",
            "type": "object",
            "properties": {
              "type": {
                "const": "task_due"
              },
              "task_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The task, `tsk_<id>`."
              },
              "run_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The run that the server created for this occurrence; it is used when completing."
              },
              "task_name": {
                "type": "string",
                "description": "The name of the task."
              },
              "task_prompt": {
                "type": "string",
                "description": "The instructions of the task."
              },
              "schedule": {
                "type": "string",
                "description": "The schedule of the task: five cron fields, or `once`."
              },
              "seq": {
                "type": "integer",
                "minimum": 1,
                "description": "Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`."
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              },
              "created_at": {
                "type": "string",
                "description": "When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              }
            },
            "required": [
              "type",
              "task_id",
              "run_id",
              "task_name",
              "task_prompt",
              "schedule"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "By a cron expression.",
            "payload": {
              "type": "task_due",
              "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
              "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "task_name": "Morning report",
              "task_prompt": "Sum up the news.",
              "schedule": "0 9 * * 1-5"
            }
          }
        ]
      },
      "taskDueDelivery": {
        "summary": "A scheduled task is due.",
        "traits": [
          {
            "$ref": "#/components/messageTraits/webhookDelivery"
          }
        ],
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "TaskDueEvent",
            "description": "A scheduled task is due. Interactive agents only.",
            "type": "object",
            "properties": {
              "type": {
                "const": "task_due"
              },
              "task_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The task, `tsk_<id>`."
              },
              "run_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The run that the server created for this occurrence; it is used when completing."
              },
              "task_name": {
                "type": "string",
                "description": "The name of the task."
              },
              "task_prompt": {
                "type": "string",
                "description": "The instructions of the task."
              },
              "schedule": {
                "type": "string",
                "description": "The schedule of the task: five cron fields, or `once`."
              },
              "seq": {
                "type": "integer",
                "minimum": 1,
                "description": "Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`."
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              },
              "created_at": {
                "type": "string",
                "description": "When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              }
            },
            "required": [
              "type",
              "task_id",
              "run_id",
              "task_name",
              "task_prompt",
              "schedule"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "By a cron expression.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "task_due",
              "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
              "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "task_name": "Morning report",
              "task_prompt": "Sum up the news.",
              "schedule": "0 9 * * 1-5"
            }
          }
        ]
      },
      "taskTrigger": {
        "summary": "An inbound webhook fired a task.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "TaskTriggerEvent",
            "description": "An inbound webhook fired a task. Interactive agents only.",
            "type": "object",
            "properties": {
              "type": {
                "const": "task_trigger"
              },
              "task_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The task, `tsk_<id>`."
              },
              "run_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The run that the server created for this trigger; it is used when completing."
              },
              "headers": {
                "type": "object",
                "additionalProperties": {
                  "type": "string"
                },
                "description": "Those headers of the call that the task names in `trigger_headers`, in lower case. Only if it names any."
              },
              "task_name": {
                "type": "string",
                "description": "The name of the task."
              },
              "task_prompt": {
                "type": "string",
                "description": "The instructions of the task."
              },
              "payload": {
                "type": "object",
                "additionalProperties": true,
                "description": "The JSON object that the webhook received."
              },
              "seq": {
                "type": "integer",
                "minimum": 1,
                "description": "Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`."
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              },
              "created_at": {
                "type": "string",
                "description": "When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              }
            },
            "required": [
              "type",
              "task_id",
              "run_id",
              "task_name",
              "task_prompt",
              "payload"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "What the external system sent.",
            "payload": {
              "type": "task_trigger",
              "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
              "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "task_name": "Deploy",
              "task_prompt": "Look at the deployment.",
              "payload": {
                "ref": "main",
                "nested": {
                  "list": [
                    1,
                    null
                  ]
                }
              }
            }
          },
          {
            "name": "empty-payload",
            "summary": "A call without a body.",
            "payload": {
              "type": "task_trigger",
              "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
              "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "task_name": "Deploy",
              "task_prompt": "Look at the deployment.",
              "payload": {}
            }
          },
          {
            "name": "headers",
            "summary": "A call with headers that the task names.",
            "payload": {
              "type": "task_trigger",
              "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
              "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "headers": {
                "x-github-event": "deployment"
              },
              "task_name": "Deploy",
              "task_prompt": "Look at the deployment.",
              "payload": {
                "ref": "main",
                "nested": {
                  "list": [
                    1,
                    null
                  ]
                }
              }
            }
          }
        ]
      },
      "taskTriggerDelivery": {
        "summary": "An inbound webhook fired a task.",
        "traits": [
          {
            "$ref": "#/components/messageTraits/webhookDelivery"
          }
        ],
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "TaskTriggerEvent",
            "description": "An inbound webhook fired a task. Interactive agents only.",
            "type": "object",
            "properties": {
              "type": {
                "const": "task_trigger"
              },
              "task_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The task, `tsk_<id>`."
              },
              "run_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The run that the server created for this trigger; it is used when completing."
              },
              "headers": {
                "type": "object",
                "additionalProperties": {
                  "type": "string"
                },
                "description": "Those headers of the call that the task names in `trigger_headers`, in lower case. Only if it names any."
              },
              "task_name": {
                "type": "string",
                "description": "The name of the task."
              },
              "task_prompt": {
                "type": "string",
                "description": "The instructions of the task."
              },
              "payload": {
                "type": "object",
                "additionalProperties": true,
                "description": "The JSON object that the webhook received."
              },
              "seq": {
                "type": "integer",
                "minimum": 1,
                "description": "Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`."
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              },
              "created_at": {
                "type": "string",
                "description": "When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              }
            },
            "required": [
              "type",
              "task_id",
              "run_id",
              "task_name",
              "task_prompt",
              "payload"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "What the external system sent.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "task_trigger",
              "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
              "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "task_name": "Deploy",
              "task_prompt": "Look at the deployment.",
              "payload": {
                "ref": "main",
                "nested": {
                  "list": [
                    1,
                    null
                  ]
                }
              }
            }
          },
          {
            "name": "empty-payload",
            "summary": "A call without a body.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "task_trigger",
              "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
              "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "task_name": "Deploy",
              "task_prompt": "Look at the deployment.",
              "payload": {}
            }
          },
          {
            "name": "headers",
            "summary": "A call with headers that the task names.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "task_trigger",
              "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
              "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
              "headers": {
                "x-github-event": "deployment"
              },
              "task_name": "Deploy",
              "task_prompt": "Look at the deployment.",
              "payload": {
                "ref": "main",
                "nested": {
                  "list": [
                    1,
                    null
                  ]
                }
              }
            }
          }
        ]
      },
      "userMessage": {
        "summary": "A user sent a chat message.",
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "UserMessageEvent",
            "description": "A user sent a chat message. Interactive agents only.",
            "type": "object",
            "properties": {
              "type": {
                "const": "user_message"
              },
              "text": {
                "type": "string",
                "description": "Markdown as the user typed it; for a voice message, its transcription. May be empty where images are given."
              },
              "sender_name": {
                "type": "string",
                "description": "Display name of the user."
              },
              "conversation_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The conversation the message belongs to, `conv_<id>`."
              },
              "message_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The message, `msg_<id>`."
              },
              "image_url": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "A link to the image, where the message has exactly one. It needs no authentication, and ends after the days of MEDIA_LINK_DAYS."
              },
              "image_urls": {
                "type": [
                  "array",
                  "null"
                ],
                "items": {
                  "type": "string"
                },
                "minItems": 2,
                "description": "Links to the images, where the message has several."
              },
              "audio_url": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "A link to the original voice recording."
              },
              "files": {
                "type": "array",
                "minItems": 1,
                "maxItems": 10,
                "description": "Files of any kind that the user has sent under names; absent without any.",
                "items": {
                  "type": "object",
                  "properties": {
                    "url": {
                      "type": "string",
                      "description": "A link to the file."
                    },
                    "name": {
                      "type": "string",
                      "description": "Its name, without a path."
                    },
                    "content_type": {
                      "type": "string",
                      "description": "What its first bytes say or, of text, its name."
                    },
                    "byte_length": {
                      "type": "integer",
                      "minimum": 0,
                      "description": "Its size in bytes."
                    }
                  },
                  "required": [
                    "url",
                    "name",
                    "content_type",
                    "byte_length"
                  ],
                  "additionalProperties": false
                }
              },
              "quick_reply": {
                "type": "object",
                "description": "Only of a message that the user has sent by a button under a message of the agent.",
                "properties": {
                  "message_id": {
                    "type": "string",
                    "description": "The agent's message that the button stood under."
                  },
                  "index": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 7,
                    "description": "Which of its buttons, from 0."
                  },
                  "value": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "What the agent has given with the button; null if it has given nothing."
                  }
                },
                "required": [
                  "message_id",
                  "index",
                  "value"
                ],
                "additionalProperties": false
              },
              "seq": {
                "type": "integer",
                "minimum": 1,
                "description": "Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`."
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              },
              "created_at": {
                "type": "string",
                "description": "When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              }
            },
            "required": [
              "type",
              "text",
              "sender_name",
              "conversation_id",
              "message_id",
              "image_url",
              "image_urls",
              "audio_url"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "Text.",
            "payload": {
              "type": "user_message",
              "text": "What is on today?",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": null,
              "image_urls": null,
              "audio_url": null
            }
          },
          {
            "name": "one-image",
            "summary": "One image.",
            "payload": {
              "type": "user_message",
              "text": "",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": "https://svc.example/media/019a1f0c6b7e7b8c9d0e1f2a3b4c5d6e.png",
              "image_urls": null,
              "audio_url": null
            }
          },
          {
            "name": "several-images",
            "summary": "Several images.",
            "payload": {
              "type": "user_message",
              "text": "What is on today?",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": null,
              "image_urls": [
                "https://svc.example/media/019a1f0c6b7e7b8c9d0e1f2a3b4c5d6e.png",
                "https://svc.example/media/019a1f0c6b7e7b8c9d0e1f2a3b4c5d6f.png"
              ],
              "audio_url": null
            }
          },
          {
            "name": "voice",
            "summary": "A recording with its transcription.",
            "payload": {
              "type": "user_message",
              "text": "Call me back",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": null,
              "image_urls": null,
              "audio_url": "https://svc.example/media/019a1f0c6b7e7b8c9d0e1f2a3b4c5d70.m4a"
            }
          },
          {
            "name": "files",
            "summary": "A file of any kind.",
            "payload": {
              "type": "user_message",
              "text": "The figures of May",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": null,
              "image_urls": null,
              "audio_url": null,
              "files": [
                {
                  "url": "https://svc.example/media/019a1f0c6b7e7b8c9d0e1f2a3b4c5d6e.bin",
                  "name": "figures.csv",
                  "content_type": "text/csv",
                  "byte_length": 2048
                }
              ]
            }
          },
          {
            "name": "quick-reply",
            "summary": "A button that the user has pressed.",
            "payload": {
              "type": "user_message",
              "text": "Yes",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": null,
              "image_urls": null,
              "audio_url": null,
              "quick_reply": {
                "message_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                "index": 0,
                "value": "send:42"
              }
            }
          }
        ]
      },
      "userMessageDelivery": {
        "summary": "A user sent a chat message.",
        "traits": [
          {
            "$ref": "#/components/messageTraits/webhookDelivery"
          }
        ],
        "payload": {
          "schemaFormat": "application/schema+json;version=2020-12",
          "schema": {
            "title": "UserMessageEvent",
            "description": "A user sent a chat message. Interactive agents only.",
            "type": "object",
            "properties": {
              "type": {
                "const": "user_message"
              },
              "text": {
                "type": "string",
                "description": "Markdown as the user typed it; for a voice message, its transcription. May be empty where images are given."
              },
              "sender_name": {
                "type": "string",
                "description": "Display name of the user."
              },
              "conversation_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The conversation the message belongs to, `conv_<id>`."
              },
              "message_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The message, `msg_<id>`."
              },
              "image_url": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "A link to the image, where the message has exactly one. It needs no authentication, and ends after the days of MEDIA_LINK_DAYS."
              },
              "image_urls": {
                "type": [
                  "array",
                  "null"
                ],
                "items": {
                  "type": "string"
                },
                "minItems": 2,
                "description": "Links to the images, where the message has several."
              },
              "audio_url": {
                "type": [
                  "string",
                  "null"
                ],
                "description": "A link to the original voice recording."
              },
              "files": {
                "type": "array",
                "minItems": 1,
                "maxItems": 10,
                "description": "Files of any kind that the user has sent under names; absent without any.",
                "items": {
                  "type": "object",
                  "properties": {
                    "url": {
                      "type": "string",
                      "description": "A link to the file."
                    },
                    "name": {
                      "type": "string",
                      "description": "Its name, without a path."
                    },
                    "content_type": {
                      "type": "string",
                      "description": "What its first bytes say or, of text, its name."
                    },
                    "byte_length": {
                      "type": "integer",
                      "minimum": 0,
                      "description": "Its size in bytes."
                    }
                  },
                  "required": [
                    "url",
                    "name",
                    "content_type",
                    "byte_length"
                  ],
                  "additionalProperties": false
                }
              },
              "quick_reply": {
                "type": "object",
                "description": "Only of a message that the user has sent by a button under a message of the agent.",
                "properties": {
                  "message_id": {
                    "type": "string",
                    "description": "The agent's message that the button stood under."
                  },
                  "index": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 7,
                    "description": "Which of its buttons, from 0."
                  },
                  "value": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "description": "What the agent has given with the button; null if it has given nothing."
                  }
                },
                "required": [
                  "message_id",
                  "index",
                  "value"
                ],
                "additionalProperties": false
              },
              "seq": {
                "type": "integer",
                "minimum": 1,
                "description": "Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`."
              },
              "event_id": {
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "description": "The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              },
              "created_at": {
                "type": "string",
                "description": "When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`."
              }
            },
            "required": [
              "type",
              "text",
              "sender_name",
              "conversation_id",
              "message_id",
              "image_url",
              "image_urls",
              "audio_url"
            ],
            "additionalProperties": false
          }
        },
        "examples": [
          {
            "name": "plain",
            "summary": "Text.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "user_message",
              "text": "What is on today?",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": null,
              "image_urls": null,
              "audio_url": null
            }
          },
          {
            "name": "one-image",
            "summary": "One image.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "user_message",
              "text": "",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": "https://svc.example/media/019a1f0c6b7e7b8c9d0e1f2a3b4c5d6e.png",
              "image_urls": null,
              "audio_url": null
            }
          },
          {
            "name": "several-images",
            "summary": "Several images.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "user_message",
              "text": "What is on today?",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": null,
              "image_urls": [
                "https://svc.example/media/019a1f0c6b7e7b8c9d0e1f2a3b4c5d6e.png",
                "https://svc.example/media/019a1f0c6b7e7b8c9d0e1f2a3b4c5d6f.png"
              ],
              "audio_url": null
            }
          },
          {
            "name": "voice",
            "summary": "A recording with its transcription.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "user_message",
              "text": "Call me back",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": null,
              "image_urls": null,
              "audio_url": "https://svc.example/media/019a1f0c6b7e7b8c9d0e1f2a3b4c5d70.m4a"
            }
          },
          {
            "name": "files",
            "summary": "A file of any kind.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "user_message",
              "text": "The figures of May",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": null,
              "image_urls": null,
              "audio_url": null,
              "files": [
                {
                  "url": "https://svc.example/media/019a1f0c6b7e7b8c9d0e1f2a3b4c5d6e.bin",
                  "name": "figures.csv",
                  "content_type": "text/csv",
                  "byte_length": 2048
                }
              ]
            }
          },
          {
            "name": "quick-reply",
            "summary": "A button that the user has pressed.",
            "headers": {
              "X-Svc-Event-Id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
              "X-Svc-Event-Seq": "17",
              "X-Svc-Event-Created-At": "2026-03-02T09:29:59.000Z",
              "X-Svc-Delivery-Id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
              "X-Svc-Timestamp": "1772443800",
              "X-Svc-Retry-Num": "0",
              "X-Svc-Retry-Reason": "first_attempt",
              "X-Svc-Signature": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
            },
            "payload": {
              "type": "user_message",
              "text": "Yes",
              "sender_name": "Ada",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
              "image_url": null,
              "image_urls": null,
              "audio_url": null,
              "quick_reply": {
                "message_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                "index": 0,
                "value": "send:42"
              }
            }
          }
        ]
      }
    },
    "messageTraits": {
      "webhookDelivery": {
        "headers": {
          "type": "object",
          "required": [
            "X-Svc-Event-Id",
            "X-Svc-Delivery-Id",
            "X-Svc-Timestamp",
            "X-Svc-Retry-Num",
            "X-Svc-Retry-Reason"
          ],
          "properties": {
            "X-Svc-Event-Id": {
              "type": "string",
              "description": "The same for all attempts of one event."
            },
            "X-Svc-Event-Seq": {
              "type": "string",
              "description": "Its number among the agent's events."
            },
            "X-Svc-Event-Created-At": {
              "type": "string",
              "description": "When it was written, ISO 8601 UTC."
            },
            "X-Svc-Delivery-Id": {
              "type": "string",
              "description": "New for each attempt."
            },
            "X-Svc-Timestamp": {
              "type": "string",
              "description": "Unix time in seconds of the attempt."
            },
            "X-Svc-Retry-Num": {
              "type": "string",
              "enum": [
                "0",
                "1",
                "2",
                "3"
              ]
            },
            "X-Svc-Retry-Reason": {
              "type": "string",
              "enum": [
                "first_attempt",
                "http_timeout",
                "http_error",
                "unknown"
              ]
            },
            "X-Svc-Signature": {
              "type": "string",
              "pattern": "^sha256=[0-9a-f]{64}$",
              "description": "HMAC-SHA256, keyed with the signing secret or the secret, over the timestamp, a full stop and the raw body."
            },
            "X-Svc-Signature-Previous": {
              "type": "string",
              "pattern": "^sha256=[0-9a-f]{64}$",
              "description": "The same by the secret that signed before, during the grace of a rotated signing secret."
            }
          }
        }
      }
    }
  }
};
