// Generated from openapi/ by generate.mjs. Do not edit: change the document and run `pnpm generate`.
import type { OpenApiDocument } from '../document.js';

export const document: OpenApiDocument = {
  "openapi": "3.1.0",
  "info": {
    "title": "Agent service",
    "version": "1.0.0",
    "summary": "Connects automated agents to the humans who use them.",
    "description": "Two APIs and two kinds of webhook.\n\n- **Agent API** (`/api/agent`): what an agent calls. It authenticates with its id and its secret in two headers.\n- **Client API** (`/api/client`): what the human side's app calls. A bearer token or a session cookie authenticates\n  it; both come from signing in under `/api/auth`.\n- **Inbound webhook** (`/webhook/{trigger_id}`): external systems start a run of a task with it.\n- **Deliveries**: what the service sends to an agent's `webhook_url` while the agent has no WebSocket open.\n\nBodies are JSON in UTF-8, timestamps ISO 8601 in UTC. Every refusal has the body `{\"detail\": \"…\"}`; validation\nerrors add `errors`, which names every field at fault. Fields and query parameters that a call does not know are\nignored. Version 1 only grows: expect new fields in answers.\n"
  },
  "servers": [
    {
      "url": "/",
      "description": "This installation."
    }
  ],
  "tags": [
    {
      "name": "Agent messages",
      "description": "Chat of an agent with its user. Interactive agents only."
    },
    {
      "name": "Agent",
      "description": "The agent that calls."
    },
    {
      "name": "Agents",
      "description": "A user's agents, their settings and their secrets."
    },
    {
      "name": "Conversations",
      "description": "A user's side of the chat."
    },
    {
      "name": "Event log",
      "description": "What was sent to an agent, over which channel, and with which attempts."
    },
    {
      "name": "Inbound webhook",
      "description": "External systems start runs."
    },
    {
      "name": "Deliveries",
      "description": "POSTs to an agent's `webhook_url`. Any 2xx within 30 seconds is a receipt; everything else is repeated after\n30, 60 and 120 seconds. The same event may come more than once, so deduplicate on `X-Svc-Event-Id`, and answer\nbefore you process.\n"
    }
  ],
  "components": {
    "securitySchemes": {
      "agentId": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Svc-Agent-Id",
        "description": "The agent's id, `agt_<id>`."
      },
      "agentSecret": {
        "type": "apiKey",
        "in": "header",
        "name": "X-Svc-Secret",
        "description": "The agent's secret, `svc_` and 40 hex characters. It was shown once, when the agent was created."
      },
      "bearerToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token from the header `set-auth-token` of a sign-in."
      },
      "sessionCookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "better-auth.session_token",
        "description": "The cookie of a sign-in. Writes must come from this installation's own pages."
      }
    },
    "schemas": {
      "AgentMessage": {
        "type": "object",
        "required": [
          "type"
        ],
        "anyOf": [
          {
            "required": [
              "text"
            ],
            "properties": {
              "text": {
                "type": "string",
                "minLength": 1
              }
            }
          },
          {
            "required": [
              "image_base64"
            ],
            "properties": {
              "image_base64": {
                "type": "string",
                "minLength": 1
              }
            }
          },
          {
            "required": [
              "report_title"
            ],
            "properties": {
              "report_title": {
                "type": "string",
                "minLength": 1
              }
            }
          }
        ],
        "x-refusal": {
          "field": "text",
          "message": "is required unless an image or a report title is sent"
        },
        "properties": {
          "type": {
            "const": "message",
            "type": "string"
          },
          "text": {
            "type": "string",
            "maxLength": 32768,
            "description": "Markdown. Required unless an image or a report title is given."
          },
          "image_base64": {
            "type": "string",
            "maxLength": 7100000,
            "x-too-long": "image_too_large",
            "description": "One PNG, JPEG, GIF or WebP image in base64, with or without a data-URI prefix; 5 MB at most after decoding.\n"
          },
          "conversation_id": {
            "type": "string",
            "pattern": "^conv_[0-9A-Za-z]{1,64}$",
            "description": "The target. Without it a conversation is created."
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
            "pattern": "^run_[0-9A-Za-z]{1,64}$",
            "description": "Attaches the message to this run of the agent."
          }
        }
      },
      "AgentMessageAccepted": {
        "type": "object",
        "required": [
          "status",
          "message_id"
        ],
        "properties": {
          "status": {
            "type": "string",
            "const": "ok"
          },
          "message_id": {
            "type": "string",
            "description": "The message, `msg_<id>`."
          }
        }
      },
      "Message": {
        "type": "object",
        "required": [
          "id",
          "conversation_id",
          "sender",
          "sender_name",
          "text",
          "created_at"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The message, `msg_<id>`."
          },
          "conversation_id": {
            "type": "string"
          },
          "sender": {
            "type": "string",
            "enum": [
              "agent",
              "human"
            ]
          },
          "sender_name": {
            "type": "string",
            "description": "Display name of the sender."
          },
          "text": {
            "type": "string",
            "description": "Markdown for agents' messages. Empty where only an image or a recording was sent."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "OwnAgent": {
        "type": "object",
        "required": [
          "agent_id",
          "agent_name",
          "kind",
          "status",
          "webhook_url",
          "push_triggers_to_webhook",
          "online",
          "created_at"
        ],
        "properties": {
          "agent_id": {
            "type": "string"
          },
          "agent_name": {
            "type": "string"
          },
          "kind": {
            "$ref": "#/components/schemas/AgentKind"
          },
          "status": {
            "$ref": "#/components/schemas/AgentStatus"
          },
          "webhook_url": {
            "type": [
              "string",
              "null"
            ],
            "description": "Where events go while no WebSocket is open."
          },
          "push_triggers_to_webhook": {
            "type": "boolean",
            "description": "Whether triggers that find the agent offline also go to the webhook."
          },
          "online": {
            "type": "boolean",
            "description": "Whether a WebSocket of the agent is open."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "AgentKind": {
        "type": "string",
        "enum": [
          "interactive",
          "approval-only"
        ],
        "description": "Only interactive agents chat and run tasks; approval-only agents receive decisions alone."
      },
      "AgentStatus": {
        "type": "string",
        "enum": [
          "active",
          "error"
        ],
        "description": "`error` after 5 failed deliveries in a row; each event then gets one attempt, without retries, until one\nsucceeds, a socket opens or the settings change.\n"
      },
      "NewAgent": {
        "type": "object",
        "required": [
          "agent_name",
          "kind"
        ],
        "properties": {
          "agent_name": {
            "$ref": "#/components/schemas/AgentName"
          },
          "kind": {
            "$ref": "#/components/schemas/AgentKind"
          },
          "webhook_url": {
            "$ref": "#/components/schemas/WebhookUrl"
          }
        }
      },
      "AgentChanges": {
        "type": "object",
        "properties": {
          "agent_name": {
            "$ref": "#/components/schemas/AgentName"
          },
          "webhook_url": {
            "$ref": "#/components/schemas/WebhookUrl"
          },
          "push_triggers_to_webhook": {
            "type": "boolean"
          }
        }
      },
      "AgentName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
        "pattern": "\\S",
        "description": "What people see; the agent gets it in `auth_ok`."
      },
      "WebhookUrl": {
        "type": [
          "string",
          "null"
        ],
        "maxLength": 2048,
        "format": "uri",
        "pattern": "^[hH][tT][tT][pP][sS]?://",
        "description": "An http or https URL at a public address; null for none."
      },
      "Agent": {
        "type": "object",
        "required": [
          "agent_id",
          "agent_name",
          "kind",
          "status",
          "webhook_url",
          "push_triggers_to_webhook",
          "online",
          "consecutive_failures",
          "created_at"
        ],
        "properties": {
          "agent_id": {
            "type": "string",
            "description": "The agent, `agt_<id>`."
          },
          "agent_name": {
            "type": "string"
          },
          "kind": {
            "$ref": "#/components/schemas/AgentKind"
          },
          "status": {
            "$ref": "#/components/schemas/AgentStatus"
          },
          "webhook_url": {
            "type": [
              "string",
              "null"
            ],
            "description": "Where events go while no WebSocket is open."
          },
          "push_triggers_to_webhook": {
            "type": "boolean",
            "description": "Whether triggers that find the agent offline also go to the webhook."
          },
          "online": {
            "type": "boolean",
            "description": "Whether a WebSocket of the agent is open."
          },
          "consecutive_failures": {
            "type": "integer",
            "minimum": 0,
            "description": "Failed deliveries in a row."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "AgentWithSecret": {
        "type": "object",
        "required": [
          "agent_id",
          "agent_name",
          "kind",
          "status",
          "webhook_url",
          "push_triggers_to_webhook",
          "online",
          "consecutive_failures",
          "created_at",
          "secret"
        ],
        "properties": {
          "agent_id": {
            "type": "string",
            "description": "The agent, `agt_<id>`."
          },
          "agent_name": {
            "type": "string"
          },
          "kind": {
            "$ref": "#/components/schemas/AgentKind"
          },
          "status": {
            "$ref": "#/components/schemas/AgentStatus"
          },
          "webhook_url": {
            "type": [
              "string",
              "null"
            ],
            "description": "Where events go while no WebSocket is open."
          },
          "push_triggers_to_webhook": {
            "type": "boolean",
            "description": "Whether triggers that find the agent offline also go to the webhook."
          },
          "online": {
            "type": "boolean",
            "description": "Whether a WebSocket of the agent is open."
          },
          "consecutive_failures": {
            "type": "integer",
            "minimum": 0,
            "description": "Failed deliveries in a row."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "secret": {
            "type": "string",
            "pattern": "^svc_[0-9a-f]{40}$",
            "description": "Shown this once; it authenticates the agent and signs its deliveries."
          }
        }
      },
      "SecretRotation": {
        "type": "object",
        "properties": {
          "grace_period_seconds": {
            "type": "integer",
            "minimum": 0,
            "maximum": 86400,
            "description": "How long the old secret stays valid. 0 unless given."
          }
        }
      },
      "RotatedSecret": {
        "type": "object",
        "required": [
          "agent_id",
          "secret",
          "previous_secret_valid_until"
        ],
        "properties": {
          "agent_id": {
            "type": "string"
          },
          "secret": {
            "type": "string",
            "pattern": "^svc_[0-9a-f]{40}$"
          },
          "previous_secret_valid_until": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Until when the old secret still opens doors; null if it ended at once."
          }
        }
      },
      "UserMessage": {
        "type": "object",
        "anyOf": [
          {
            "required": [
              "text"
            ],
            "properties": {
              "text": {
                "type": "string",
                "minLength": 1
              }
            }
          },
          {
            "required": [
              "images"
            ],
            "properties": {
              "images": {
                "type": "array",
                "minItems": 1
              }
            }
          },
          {
            "required": [
              "audio_base64"
            ],
            "properties": {
              "audio_base64": {
                "type": "string",
                "minLength": 1
              }
            }
          }
        ],
        "x-refusal": {
          "field": "text",
          "message": "is required unless an image or a recording is sent"
        },
        "properties": {
          "text": {
            "type": "string",
            "maxLength": 32768,
            "description": "What the user typed or, for a voice message, its transcription. Required without image and recording."
          },
          "conversation_id": {
            "type": "string",
            "pattern": "^conv_[0-9A-Za-z]{1,64}$",
            "description": "The target. Without it a conversation is created."
          },
          "images": {
            "type": "array",
            "maxItems": 10,
            "description": "PNG, JPEG, GIF or WebP images in base64, with or without data-URI prefixes; 5 MB each after decoding.",
            "items": {
              "type": "string",
              "maxLength": 7100000,
              "x-too-long": "image_too_large"
            }
          },
          "audio_base64": {
            "type": "string",
            "maxLength": 14200000,
            "x-too-long": "audio_too_large",
            "description": "A voice recording in base64, 10 MB at most after decoding."
          }
        }
      },
      "UserMessageAccepted": {
        "type": "object",
        "required": [
          "message_id",
          "conversation_id"
        ],
        "properties": {
          "message_id": {
            "type": "string"
          },
          "conversation_id": {
            "type": "string",
            "description": "The one given or the one created."
          }
        }
      },
      "Conversation": {
        "type": "object",
        "required": [
          "id",
          "agent_id",
          "last_message_at",
          "last_message_text"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The conversation, `conv_<id>`."
          },
          "agent_id": {
            "type": "string"
          },
          "last_message_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "last_message_text": {
            "type": [
              "string",
              "null"
            ],
            "description": "The beginning of the newest message."
          }
        }
      },
      "ConversationMessage": {
        "type": "object",
        "required": [
          "id",
          "conversation_id",
          "sender",
          "sender_name",
          "text",
          "created_at",
          "kind",
          "image_urls",
          "audio_url",
          "report_title",
          "report_description",
          "task_run_id",
          "decision_id"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The message, `msg_<id>`."
          },
          "conversation_id": {
            "type": "string"
          },
          "sender": {
            "type": "string",
            "enum": [
              "agent",
              "human"
            ]
          },
          "sender_name": {
            "type": "string"
          },
          "text": {
            "type": "string"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "kind": {
            "type": "string",
            "description": "How to show the message; `text` unless something else is known."
          },
          "image_urls": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Public URLs."
          },
          "audio_url": {
            "type": [
              "string",
              "null"
            ],
            "description": "Public URL of the recording."
          },
          "report_title": {
            "type": [
              "string",
              "null"
            ]
          },
          "report_description": {
            "type": [
              "string",
              "null"
            ]
          },
          "task_run_id": {
            "type": [
              "string",
              "null"
            ]
          },
          "decision_id": {
            "type": [
              "string",
              "null"
            ]
          }
        }
      },
      "EventType": {
        "type": "string",
        "enum": [
          "user_message",
          "decision_resolved",
          "task_due",
          "task_trigger"
        ]
      },
      "EventState": {
        "type": "string",
        "enum": [
          "pending",
          "delivered",
          "waiting",
          "failed"
        ],
        "description": "`pending`: on its way. `delivered`: receipt proven. `waiting`: no channel now; a poll or a connection takes it.\n`failed`: the webhook's retries are used up.\n"
      },
      "Event": {
        "type": "object",
        "required": [
          "event_id",
          "type",
          "state",
          "channel",
          "created_at",
          "delivered_at",
          "next_attempt_at",
          "attempts"
        ],
        "properties": {
          "event_id": {
            "type": "string",
            "description": "The event, `evt_<id>`."
          },
          "type": {
            "$ref": "#/components/schemas/EventType"
          },
          "state": {
            "$ref": "#/components/schemas/EventState"
          },
          "channel": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "websocket",
              "webhook",
              "poll",
              null
            ],
            "description": "How the event reached the agent; null while it has not."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "delivered_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "next_attempt_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the next webhook attempt is due at the earliest, if there is one."
          },
          "attempts": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/DeliveryAttempt"
            }
          }
        }
      },
      "DeliveryAttempt": {
        "type": "object",
        "required": [
          "delivery_id",
          "retry_num",
          "retry_reason",
          "status_code",
          "error",
          "duration_ms",
          "started_at"
        ],
        "properties": {
          "delivery_id": {
            "type": "string",
            "description": "The attempt, `dlv_<id>`."
          },
          "retry_num": {
            "type": "integer",
            "minimum": 0,
            "description": "0 for the first attempt of a round."
          },
          "retry_reason": {
            "$ref": "#/components/schemas/RetryReason"
          },
          "status_code": {
            "type": [
              "integer",
              "null"
            ],
            "description": "What the receiver answered",
            "if it answered.": null
          },
          "error": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why there was no answer."
          },
          "duration_ms": {
            "type": [
              "integer",
              "null"
            ],
            "description": "Null while the attempt is under way."
          },
          "started_at": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "RetryReason": {
        "type": "string",
        "enum": [
          "first_attempt",
          "http_timeout",
          "http_error",
          "unknown"
        ],
        "description": "Why the attempt was made; `unknown` where the service stopped during the one before."
      },
      "Redelivery": {
        "type": "object",
        "required": [
          "event_id",
          "state"
        ],
        "properties": {
          "event_id": {
            "type": "string"
          },
          "state": {
            "type": "string",
            "const": "pending"
          }
        }
      },
      "TriggerPayload": {
        "type": "object",
        "additionalProperties": true,
        "description": "Any JSON object, nested at most 128 deep."
      },
      "TriggerOutcome": {
        "oneOf": [
          {
            "type": "object",
            "required": [
              "status",
              "run_id"
            ],
            "properties": {
              "status": {
                "type": "string",
                "enum": [
                  "triggered",
                  "duplicate"
                ]
              },
              "run_id": {
                "type": "string",
                "description": "The run, `run_<id>`; of a duplicate the earlier one."
              }
            }
          },
          {
            "type": "object",
            "required": [
              "status"
            ],
            "properties": {
              "status": {
                "type": "string",
                "const": "queued"
              }
            }
          }
        ]
      },
      "Error": {
        "type": "object",
        "description": "The body of every refusal.",
        "required": [
          "detail"
        ],
        "properties": {
          "detail": {
            "type": "string",
            "description": "What is wrong, for people."
          },
          "errors": {
            "type": "array",
            "description": "On validation errors, every field at fault.",
            "items": {
              "$ref": "#/components/schemas/FieldError"
            }
          }
        }
      },
      "FieldError": {
        "type": "object",
        "required": [
          "path",
          "message"
        ],
        "properties": {
          "path": {
            "type": "string",
            "description": "Where the field stands, beginning with `body`, `query` or `path`.",
            "examples": [
              "body.text"
            ]
          },
          "message": {
            "type": "string",
            "description": "What the field must be."
          }
        }
      },
      "InternalError": {
        "type": "object",
        "required": [
          "detail",
          "request_id"
        ],
        "properties": {
          "detail": {
            "type": "string"
          },
          "request_id": {
            "type": "string",
            "description": "Under this id the cause is in the service's log."
          }
        }
      },
      "DecisionResolvedEvent": {
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
            "description": "Whether later requests that match the pattern are approved at once."
          },
          "always_allow_pattern": {
            "type": [
              "string",
              "null"
            ],
            "description": "An anchored glob over the action; null where `always_allow` is false."
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
      },
      "TaskDueEvent": {
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
      },
      "TaskTriggerEvent": {
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
      },
      "UserMessageEvent": {
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
            "description": "Public URL of the image, where the message has exactly one."
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
            "description": "Public URLs of the images, where the message has several."
          },
          "audio_url": {
            "type": [
              "string",
              "null"
            ],
            "description": "Public URL of the original voice recording."
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
    "responses": {
      "Agent": {
        "description": "The agent.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Agent"
            },
            "example": {
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
              "agent_name": "Mailbox",
              "kind": "interactive",
              "status": "active",
              "webhook_url": null,
              "push_triggers_to_webhook": false,
              "online": true,
              "consecutive_failures": 0,
              "created_at": "2026-03-01T08:00:00.000Z"
            }
          }
        }
      },
      "MalformedJson": {
        "description": "The body is not JSON in UTF-8.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Malformed JSON"
            }
          }
        }
      },
      "Unauthorized": {
        "description": "Credentials are missing, unknown or wrong; one answer for all cases.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Missing or invalid credentials"
            }
          }
        }
      },
      "KindNotAllowed": {
        "description": "The agent is approval-only, and only interactive agents chat.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Approval-only agents cannot do this"
            }
          }
        }
      },
      "CrossSiteRequest": {
        "description": "A write with a session cookie came from another site's page.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Cross-site request refused"
            }
          }
        }
      },
      "MessageForbidden": {
        "description": "The agent is approval-only, or a write with a session cookie came from another site's page.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Approval-only agents cannot do this"
            }
          }
        }
      },
      "TaskDisabled": {
        "description": "The task is disabled.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Task is disabled"
            }
          }
        }
      },
      "NotFound": {
        "description": "There is nothing of this id, or it is someone else's.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Not found"
            }
          }
        }
      },
      "RequestTimeout": {
        "description": "The request did not arrive in time.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "The request took too long to arrive"
            }
          }
        }
      },
      "TooLarge": {
        "description": "The body, an image or a recording is over its limit.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Request is too large"
            }
          }
        }
      },
      "UnsupportedMediaType": {
        "description": "The body is not `application/json`, or it is compressed.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Body must be application/json"
            }
          }
        }
      },
      "InvalidRequest": {
        "description": "A field is missing or wrong; nothing was stored.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Invalid request",
              "errors": [
                {
                  "path": "body.text",
                  "message": "must be string"
                }
              ]
            }
          }
        }
      },
      "RateLimited": {
        "description": "Too many calls.",
        "headers": {
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Too many requests"
            }
          }
        }
      },
      "InternalError": {
        "description": "A defect of the service.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/InternalError"
            },
            "example": {
              "detail": "Internal error",
              "request_id": "0f8fad5b-d9cb-469f-a165-70867728950e"
            }
          }
        }
      },
      "Unavailable": {
        "description": "The service starts, drains, is overloaded or cannot reach its database.",
        "headers": {
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Temporarily unavailable"
            }
          }
        }
      }
    },
    "parameters": {
      "DeliveryEventId": {
        "name": "X-Svc-Event-Id",
        "in": "header",
        "required": true,
        "description": "The event; the same for all its attempts. Deduplicate on it.",
        "schema": {
          "type": "string",
          "pattern": "^evt_[0-9a-f]+$"
        }
      },
      "DeliveryId": {
        "name": "X-Svc-Delivery-Id",
        "in": "header",
        "required": true,
        "description": "The attempt; new each time.",
        "schema": {
          "type": "string",
          "pattern": "^dlv_[0-9a-f]+$"
        }
      },
      "DeliveryTimestamp": {
        "name": "X-Svc-Timestamp",
        "in": "header",
        "required": true,
        "description": "Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock.",
        "schema": {
          "type": "integer"
        }
      },
      "DeliveryRetryNum": {
        "name": "X-Svc-Retry-Num",
        "in": "header",
        "required": true,
        "description": "0 for the first attempt, 1 to 3 for the retries.",
        "schema": {
          "type": "integer",
          "minimum": 0
        }
      },
      "DeliveryRetryReason": {
        "name": "X-Svc-Retry-Reason",
        "in": "header",
        "required": true,
        "description": "Why the attempt is made.",
        "schema": {
          "$ref": "#/components/schemas/RetryReason"
        }
      },
      "DeliverySignature": {
        "name": "X-Svc-Signature",
        "in": "header",
        "description": "`sha256=` and the hex HMAC-SHA256, keyed with the agent's secret, over the bytes of the `X-Svc-Timestamp` value, a dot and the\nraw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,\n`webhook-signature`) are sent as well.\n",
        "schema": {
          "type": "string",
          "pattern": "^sha256=[0-9a-f]{64}$"
        }
      },
      "AgentIdPath": {
        "name": "agent_id",
        "in": "path",
        "required": true,
        "description": "The agent, `agt_<id>`.",
        "schema": {
          "type": "string",
          "pattern": "^agt_[0-9A-Za-z]{1,64}$"
        },
        "example": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b"
      },
      "ConversationIdPath": {
        "name": "conversation_id",
        "in": "path",
        "required": true,
        "description": "The conversation, `conv_<id>`.",
        "schema": {
          "type": "string",
          "pattern": "^conv_[0-9A-Za-z]{1,64}$"
        },
        "example": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
      },
      "EventIdPath": {
        "name": "event_id",
        "in": "path",
        "required": true,
        "description": "The event, `evt_<id>`.",
        "schema": {
          "type": "string",
          "pattern": "^evt_[0-9A-Za-z]{1,64}$"
        },
        "example": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d"
      },
      "Limit": {
        "name": "limit",
        "in": "query",
        "description": "How many items at most.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 50
        }
      },
      "HistoryCursor": {
        "name": "cursor",
        "in": "query",
        "description": "A timestamp with its offset from UTC. Only messages older than it are returned, so the `created_at` of a page's last message\ngives the next page.\n",
        "schema": {
          "type": "string",
          "format": "date-time",
          "maxLength": 64
        },
        "example": "2026-03-02T09:30:00.000Z"
      }
    },
    "headers": {
      "RetryAfter": {
        "description": "After how many seconds to try again.",
        "schema": {
          "type": "integer",
          "minimum": 1
        }
      }
    }
  },
  "paths": {
    "/api/agent/events": {
      "post": {
        "operationId": "sendAgentMessage",
        "tags": [
          "Agent messages"
        ],
        "summary": "Send a chat message",
        "description": "Puts a message of the agent into a conversation with its user. Without `conversation_id` a conversation is\ncreated. An image is stored and shown under a public URL; with `report_title` the message is shown as a\nreport card.\n",
        "x-body-limit-bytes": 8388608,
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AgentMessage"
              },
              "examples": {
                "text": {
                  "value": {
                    "type": "message",
                    "text": "Good morning. **Three** mails need an answer."
                  }
                },
                "image": {
                  "value": {
                    "type": "message",
                    "image_base64": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
                  }
                },
                "report": {
                  "value": {
                    "type": "message",
                    "text": "## Sales",
                    "report_title": "Weekly report",
                    "report_description": "Week 9"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The message is stored.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentMessageAccepted"
                },
                "example": {
                  "status": "ok",
                  "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/api/agent/conversations/{conversation_id}/messages": {
      "get": {
        "operationId": "listAgentMessages",
        "tags": [
          "Agent messages"
        ],
        "summary": "Read a conversation's history",
        "description": "The messages of one of the agent's conversations, newest first. `created_at` strictly increases within a\nconversation, so paging by it neither loses nor repeats a message.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/ConversationIdPath"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/HistoryCursor"
          }
        ],
        "responses": {
          "200": {
            "description": "Messages, newest first; an empty list after the last page.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/Message"
                  }
                },
                "example": [
                  {
                    "id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                    "sender": "agent",
                    "sender_name": "Mailbox",
                    "text": "Good morning. **Three** mails need an answer.",
                    "created_at": "2026-03-02T09:30:00.000Z"
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/api/agent/me": {
      "get": {
        "operationId": "getOwnAgent",
        "tags": [
          "Agent"
        ],
        "summary": "Read the calling agent",
        "description": "The agent that the credentials belong to, with its settings. Both kinds of agent may call it.",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "responses": {
          "200": {
            "description": "The agent.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OwnAgent"
                },
                "example": {
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "agent_name": "Mailbox",
                  "kind": "interactive",
                  "status": "active",
                  "webhook_url": "https://agent.example.com/events",
                  "push_triggers_to_webhook": false,
                  "online": true,
                  "created_at": "2026-03-01T08:00:00.000Z"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/api/client/agents": {
      "post": {
        "operationId": "createAgent",
        "tags": [
          "Agents"
        ],
        "summary": "Create an agent",
        "description": "The answer carries the agent's secret, which is never shown again. A `webhook_url` must lead to a public\naddress.\n",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewAgent"
              },
              "example": {
                "agent_name": "Mailbox",
                "kind": "interactive",
                "webhook_url": "https://agent.example.com/events"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The agent with its secret.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentWithSecret"
                },
                "example": {
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "agent_name": "Mailbox",
                  "kind": "interactive",
                  "status": "active",
                  "webhook_url": "https://agent.example.com/events",
                  "push_triggers_to_webhook": false,
                  "online": false,
                  "consecutive_failures": 0,
                  "created_at": "2026-03-01T08:00:00.000Z",
                  "secret": "svc_0123456789abcdef0123456789abcdef01234567"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/CrossSiteRequest"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "get": {
        "operationId": "listAgents",
        "tags": [
          "Agents"
        ],
        "summary": "List the user's agents",
        "description": "All agents of the user.",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "responses": {
          "200": {
            "description": "The agents.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/Agent"
                  }
                },
                "example": []
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/api/client/agents/{agent_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AgentIdPath"
        }
      ],
      "get": {
        "operationId": "getAgent",
        "tags": [
          "Agents"
        ],
        "summary": "Read an agent",
        "description": "One of the user's agents.",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Agent"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "patch": {
        "operationId": "updateAgent",
        "tags": [
          "Agents"
        ],
        "summary": "Change an agent's settings",
        "description": "Only the fields that are given change. A change of settings also makes an agent with status `error` active\nagain.\n",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AgentChanges"
              },
              "example": {
                "webhook_url": null
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Agent"
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/CrossSiteRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "delete": {
        "operationId": "deleteAgent",
        "tags": [
          "Agents"
        ],
        "summary": "Delete an agent",
        "description": "Deletes the agent with everything that is its own. Its sockets are closed, and its trigger URLs answer 404.\n",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "responses": {
          "204": {
            "description": "The agent is gone."
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/CrossSiteRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/api/client/agents/{agent_id}/secret/rotate": {
      "post": {
        "operationId": "rotateAgentSecret",
        "tags": [
          "Agents"
        ],
        "summary": "Give an agent a new secret",
        "description": "During the grace period both secrets open doors, and signatures use the new one. Without a grace period the\nold secret ends at once, and sockets that it opened are closed. The body may be left out.\n",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/AgentIdPath"
          }
        ],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SecretRotation"
              },
              "example": {
                "grace_period_seconds": 3600
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The new secret, shown this once.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RotatedSecret"
                },
                "example": {
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "secret": "svc_89abcdef0123456789abcdef0123456789abcdef",
                  "previous_secret_valid_until": "2026-03-01T09:00:00.000Z"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/CrossSiteRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/api/client/agents/{agent_id}/messages": {
      "post": {
        "operationId": "sendUserMessage",
        "tags": [
          "Conversations"
        ],
        "summary": "Send a message to an agent",
        "description": "Stores the message and sends the event `user_message` to the agent. Without `conversation_id` a conversation\nis created. A voice message carries its transcription in `text` and the recording in `audio_base64`.\n",
        "x-body-limit-bytes": 75497472,
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/AgentIdPath"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UserMessage"
              },
              "examples": {
                "text": {
                  "value": {
                    "text": "What is on today?"
                  }
                },
                "continued": {
                  "value": {
                    "text": "And tomorrow?",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The message and its event are stored.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UserMessageAccepted"
                },
                "example": {
                  "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/MessageForbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/api/client/conversations": {
      "get": {
        "operationId": "listConversations",
        "tags": [
          "Conversations"
        ],
        "summary": "List conversations",
        "description": "The user's conversations, the one with the newest message first.",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "parameters": [
          {
            "name": "agent_id",
            "in": "query",
            "description": "Only conversations with this agent.",
            "schema": {
              "type": "string",
              "pattern": "^agt_[0-9A-Za-z]{1,64}$"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The conversations.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/Conversation"
                  }
                },
                "example": [
                  {
                    "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                    "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                    "last_message_at": "2026-03-02T09:30:00.000Z",
                    "last_message_text": "What is on today?"
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/api/client/conversations/{conversation_id}/messages": {
      "get": {
        "operationId": "listConversationMessages",
        "tags": [
          "Conversations"
        ],
        "summary": "Read a conversation's history",
        "description": "The messages of one of the user's conversations, newest first.",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/ConversationIdPath"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/HistoryCursor"
          }
        ],
        "responses": {
          "200": {
            "description": "Messages, newest first; an empty list after the last page.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/ConversationMessage"
                  }
                },
                "example": [
                  {
                    "id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                    "sender": "human",
                    "sender_name": "Ada",
                    "text": "What is on today?",
                    "created_at": "2026-03-02T09:30:00.000Z",
                    "kind": "text",
                    "image_urls": [],
                    "audio_url": null,
                    "report_title": null,
                    "report_description": null,
                    "task_run_id": null,
                    "decision_id": null
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/api/client/agents/{agent_id}/events": {
      "get": {
        "operationId": "listAgentEvents",
        "tags": [
          "Event log"
        ],
        "summary": "List an agent's events",
        "description": "The events of one of the user's agents, newest first, each with the webhook attempts made for it.",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/AgentIdPath"
          },
          {
            "name": "state",
            "in": "query",
            "description": "Only events in this state.",
            "schema": {
              "$ref": "#/components/schemas/EventState"
            }
          },
          {
            "name": "type",
            "in": "query",
            "description": "Only events of this type.",
            "schema": {
              "$ref": "#/components/schemas/EventType"
            }
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "The `event_id` of the last event of the page before.",
            "schema": {
              "type": "string",
              "pattern": "^evt_[0-9A-Za-z]{1,64}$"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Events, newest first.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/Event"
                  }
                },
                "example": [
                  {
                    "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                    "type": "user_message",
                    "state": "pending",
                    "channel": null,
                    "created_at": "2026-03-02T09:30:00.000Z",
                    "delivered_at": null,
                    "next_attempt_at": "2026-03-02T09:30:30.000Z",
                    "attempts": [
                      {
                        "delivery_id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
                        "retry_num": 0,
                        "retry_reason": "first_attempt",
                        "status_code": 500,
                        "error": null,
                        "duration_ms": 41,
                        "started_at": "2026-03-02T09:30:00.010Z"
                      }
                    ]
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/api/client/events/{event_id}/redeliver": {
      "post": {
        "operationId": "redeliverEvent",
        "tags": [
          "Event log"
        ],
        "summary": "Deliver an event again",
        "description": "Starts a new round of attempts, whatever became of the earlier ones, under the same event id, by which the agent can tell that it\nhas seen the event.\n",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/EventIdPath"
          }
        ],
        "responses": {
          "202": {
            "description": "The event is on its way.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Redelivery"
                },
                "example": {
                  "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                  "state": "pending"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/CrossSiteRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/webhook/{trigger_id}": {
      "post": {
        "operationId": "fireTrigger",
        "tags": [
          "Inbound webhook"
        ],
        "summary": "Start a run of an event-triggered task",
        "description": "The trigger id in the path is the only credential: whoever knows it can start runs. The body, any JSON object,\nreaches the agent as the event's `payload`; an empty body counts as `{}`. The same payload within 24 hours\nstarts nothing and answers with the earlier run. While the agent is offline the event is queued. The body is\nread as JSON whatever its `Content-Type` says, but must not be compressed.\n",
        "x-any-content-type": true,
        "security": [],
        "parameters": [
          {
            "name": "trigger_id",
            "in": "path",
            "required": true,
            "description": "64 hex characters, from the task.",
            "schema": {
              "type": "string",
              "pattern": "^[0-9a-f]{64}$"
            },
            "example": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
          }
        ],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TriggerPayload"
              },
              "example": {
                "order": 4711,
                "state": "paid"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "What became of the call.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TriggerOutcome"
                },
                "examples": {
                  "triggered": {
                    "summary": "The agent is online, and the run has begun.",
                    "value": {
                      "status": "triggered",
                      "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f"
                    }
                  },
                  "queued": {
                    "summary": "The agent is offline.",
                    "value": {
                      "status": "queued"
                    }
                  },
                  "duplicate": {
                    "summary": "This payload has already started a run.",
                    "value": {
                      "status": "duplicate",
                      "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "403": {
            "$ref": "#/components/responses/TaskDisabled"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "413": {
            "$ref": "#/components/responses/TooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/RateLimited"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    }
  },
  "webhooks": {
    "user_message": {
      "post": {
        "operationId": "deliverUserMessage",
        "tags": [
          "Deliveries"
        ],
        "summary": "A user sent a chat message",
        "description": "To interactive agents only. For a voice message `text` is its transcription.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/DeliveryEventId"
          },
          {
            "$ref": "#/components/parameters/DeliveryId"
          },
          {
            "$ref": "#/components/parameters/DeliveryTimestamp"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryNum"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryReason"
          },
          {
            "$ref": "#/components/parameters/DeliverySignature"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UserMessageEvent"
              },
              "example": {
                "type": "user_message",
                "text": "What is on today?",
                "sender_name": "Ada",
                "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                "image_url": null,
                "image_urls": null,
                "audio_url": null
              }
            }
          }
        },
        "responses": {
          "2XX": {
            "description": "The event is delivered. The body is not used."
          },
          "default": {
            "description": "Everything else, redirects too, counts as failed, and the delivery is repeated."
          }
        }
      }
    },
    "decision_resolved": {
      "post": {
        "operationId": "deliverDecisionResolved",
        "tags": [
          "Deliveries"
        ],
        "summary": "A user resolved a pending request",
        "description": "To both kinds of agent.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/DeliveryEventId"
          },
          {
            "$ref": "#/components/parameters/DeliveryId"
          },
          {
            "$ref": "#/components/parameters/DeliveryTimestamp"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryNum"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryReason"
          },
          {
            "$ref": "#/components/parameters/DeliverySignature"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/DecisionResolvedEvent"
              },
              "example": {
                "type": "decision_resolved",
                "decision_id": "dec_019a1f0c6b7e5e6f7a8b9c0d1e2f3a4b",
                "status": "approved",
                "note": "Go ahead",
                "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                "always_allow": false,
                "always_allow_pattern": null
              }
            }
          }
        },
        "responses": {
          "2XX": {
            "description": "The event is delivered. The body is not used."
          },
          "default": {
            "description": "Everything else, redirects too, counts as failed, and the delivery is repeated."
          }
        }
      }
    },
    "task_due": {
      "post": {
        "operationId": "deliverTaskDue",
        "tags": [
          "Deliveries"
        ],
        "summary": "A scheduled task is due",
        "description": "To interactive agents only. Use `run_id` when completing the run.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/DeliveryEventId"
          },
          {
            "$ref": "#/components/parameters/DeliveryId"
          },
          {
            "$ref": "#/components/parameters/DeliveryTimestamp"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryNum"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryReason"
          },
          {
            "$ref": "#/components/parameters/DeliverySignature"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TaskDueEvent"
              },
              "example": {
                "type": "task_due",
                "task_id": "tsk_019a1f0c6b7e6f7a8b9c0d1e2f3a4b5c",
                "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                "task_name": "Morning mail",
                "task_prompt": "Sort the mail of the night.",
                "schedule": "0 9 * * 1-5"
              }
            }
          }
        },
        "responses": {
          "2XX": {
            "description": "The event is delivered. The body is not used."
          },
          "default": {
            "description": "Everything else, redirects too, counts as failed, and the delivery is repeated."
          }
        }
      }
    },
    "task_trigger": {
      "post": {
        "operationId": "deliverTaskTrigger",
        "tags": [
          "Deliveries"
        ],
        "summary": "An inbound webhook fired a task",
        "description": "To interactive agents only, and only where the agent's owner turned on `push_triggers_to_webhook`: otherwise the\nevent waits to be polled.\n",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/DeliveryEventId"
          },
          {
            "$ref": "#/components/parameters/DeliveryId"
          },
          {
            "$ref": "#/components/parameters/DeliveryTimestamp"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryNum"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryReason"
          },
          {
            "$ref": "#/components/parameters/DeliverySignature"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TaskTriggerEvent"
              },
              "example": {
                "type": "task_trigger",
                "task_id": "tsk_019a1f0c6b7e6f7a8b9c0d1e2f3a4b5c",
                "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                "task_name": "Paid orders",
                "task_prompt": "Thank the customer.",
                "payload": {
                  "order": 4711,
                  "state": "paid"
                }
              }
            }
          }
        },
        "responses": {
          "2XX": {
            "description": "The event is delivered. The body is not used."
          },
          "default": {
            "description": "Everything else, redirects too, counts as failed, and the delivery is repeated."
          }
        }
      }
    }
  }
};
