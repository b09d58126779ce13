// Generated from openapi/ by generate.mjs. Do not edit: change the document and run `pnpm generate`.
import type { OpenApiDocument } from '../document.js';

export const document: OpenApiDocument = {
  "openapi": "3.1.1",
  "info": {
    "title": "Agent service",
    "version": "1.0.0",
    "summary": "Connects automated agents to the humans who use them.",
    "license": {
      "name": "Proprietary",
      "identifier": "LicenseRef-Proprietary"
    },
    "description": "Two APIs and two kinds of webhook.\n\n- **Agent API** (`/api/agent`): what an agent calls. It authenticates with its id and its secret in two headers. A\n  key of the agent may stand where the secret stands; `x-agent-scopes` of a call names the scopes that open it, any of which is\n  enough.\n- **Client API** (`/api/client`): what the human side's app calls. A bearer token or a session cookie authenticates\n  it; both come from signing in under `/api/auth`.\n- **Inbound webhook** (`/webhook/{trigger_id}`): external systems start a run of a task with it.\n- **Deliveries**: what the service sends to an agent's `webhook_url` while the agent has no WebSocket open.\n\nBodies are JSON in UTF-8, timestamps ISO 8601 in UTC. Every refusal has the body `{\"detail\": \"…\"}`; validation\nerrors add `errors`, which names every field at fault. Fields and query parameters that a call does not know are\nignored. Null for an optional field is the same as leaving it out, except where null is among the field's types. Version 1 only grows: expect new fields in answers.\n"
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
      "name": "Tasks",
      "description": "The agent's tasks, those that are due, and queued triggers. Interactive agents only."
    },
    {
      "name": "Agent events",
      "description": "The agent's own event log, for agents that hold no socket and no port open. Both kinds of agent."
    },
    {
      "name": "Runs",
      "description": "Starting, completing and reading runs, and their scratchpads. Interactive agents only."
    },
    {
      "name": "Agent decisions",
      "description": "An agent asks its user. Both kinds of agent."
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
      "name": "API keys",
      "description": "Keys by which programs of a person call the client API, each with scopes and an end of its own."
    },
    {
      "name": "Agent keys",
      "description": "Named keys of an agent beside its secret, each with scopes and an end of its own."
    },
    {
      "name": "Search",
      "description": "Finding again what was said and set up."
    },
    {
      "name": "Conversations",
      "description": "A user's side of the chat."
    },
    {
      "name": "Client tasks",
      "description": "A user's side of an agent's tasks and runs."
    },
    {
      "name": "Decisions",
      "description": "What a user's agents ask for, the answers, and the rules that answer by themselves."
    },
    {
      "name": "Account",
      "description": "What is kept of a user, and what was done in the account."
    },
    {
      "name": "Invitations",
      "description": "A user lets others make an account where sign-up is closed."
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
        "description": "The agent's secret, `svc_` and 40 hex characters. It was shown once, when the agent was created. Or a key of the agent,\n`svc_key_…`, which opens the calls that its scopes name.\n"
      },
      "bearerToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token from the header `set-auth-token` of a sign-in. Or an API key of the person, `svc_pat_…`, which opens the calls of the client API that\nits scopes name (`x-api-key-scope`).\n"
      },
      "sessionCookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "better-auth.session_token",
        "description": "The cookie of a sign-in. Writes must come from this installation's own pages."
      },
      "agentBearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "The agent's id, a colon, and its secret or a key of it. Only `POST /mcp` takes it."
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
              "media_ids"
            ],
            "properties": {
              "media_ids": {
                "type": "array",
                "minItems": 1
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
          "message": "is required unless a file or a report title is sent"
        },
        "properties": {
          "type": {
            "const": "message",
            "type": "string"
          },
          "text": {
            "type": "string",
            "maxLength": 32768,
            "description": "Markdown. Required unless a file or a report title is given."
          },
          "image_base64": {
            "type": "string",
            "description": "One PNG, JPEG, GIF or WebP image in base64, with or without a data-URI prefix; 5 MB at most after decoding, 50 million pixels, and 16,384 on a side.\n"
          },
          "media_ids": {
            "type": "array",
            "maxItems": 10,
            "uniqueItems": true,
            "items": {
              "type": "string",
              "pattern": "^p-[A-Za-z0-9_-]{43}[.][a-z0-9]{2,5}$"
            },
            "description": "Files that the agent has sent to `POST /api/agent/media`, each for one message: with the images sent here at most ten images, and one recording.\n"
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
          },
          "quick_replies": {
            "type": "array",
            "maxItems": 8,
            "items": {
              "$ref": "#/components/schemas/QuickReply"
            },
            "description": "Buttons under the message. The user presses one of them at most, which sends its text as a message of the user: the event `user_message` has\n`quick_reply` then.\n"
          }
        }
      },
      "NewConversationTitle": {
        "type": "object",
        "required": [
          "title"
        ],
        "properties": {
          "title": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ConversationTitle"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null takes the agent's title away."
          }
        }
      },
      "TitledConversation": {
        "type": "object",
        "required": [
          "id",
          "title",
          "shown"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The conversation, `conv_<id>`."
          },
          "title": {
            "type": [
              "string",
              "null"
            ],
            "description": "The agent's title as it is kept."
          },
          "shown": {
            "type": "boolean",
            "description": "Whether the user sees it: no other title of the user stands before it."
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
          },
          "conversation_id": {
            "type": "string",
            "description": "Where it stands, `conv_<id>`."
          }
        }
      },
      "Message": {
        "type": "object",
        "description": "A message of a conversation, as its history shows it.",
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
            "type": "string",
            "description": "The conversation, `conv_<id>`."
          },
          "sender": {
            "type": "string",
            "enum": [
              "agent",
              "human"
            ],
            "description": "Who wrote it."
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
            "format": "date-time",
            "description": "When it was stored."
          },
          "image_urls": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Links to the pictures of the message, made anew for this answer; absent without pictures. A link needs no authentication, and ends after\nthe days of `MEDIA_LINK_DAYS`.\n"
          },
          "audio_url": {
            "type": "string",
            "description": "A link to the recording of the message; absent without one."
          },
          "files": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/MessageFile"
            },
            "description": "Files that were sent under a name; absent without any."
          },
          "quick_replies": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/KeptQuickReply"
            },
            "description": "The buttons under the message; absent without any."
          },
          "quick_reply": {
            "$ref": "#/components/schemas/PressedQuickReply"
          }
        }
      },
      "QuickReply": {
        "type": "object",
        "required": [
          "text"
        ],
        "properties": {
          "text": {
            "type": "string",
            "minLength": 1,
            "maxLength": 80,
            "description": "What stands on the button, and what the user says by pressing it. Not blank."
          },
          "value": {
            "type": "string",
            "maxLength": 255,
            "description": "What comes back to the agent beside the text, at most 255 bytes."
          }
        }
      },
      "KeptQuickReply": {
        "type": "object",
        "required": [
          "text",
          "value"
        ],
        "properties": {
          "text": {
            "type": "string",
            "description": "What stands on the button."
          },
          "value": {
            "type": [
              "string",
              "null"
            ],
            "description": "What comes back when it is pressed; null for nothing."
          }
        }
      },
      "PressedQuickReply": {
        "type": [
          "object",
          "null"
        ],
        "required": [
          "index",
          "message_id"
        ],
        "description": "The button that was pressed, and the user's message that this sent; null before, and absent without buttons.",
        "properties": {
          "index": {
            "type": "integer",
            "description": "From 0, in the order of the buttons."
          },
          "message_id": {
            "type": "string",
            "description": "The message that the user sent by it."
          }
        }
      },
      "OwnAgent": {
        "type": "object",
        "description": "The agent itself, with its settings.",
        "required": [
          "agent_id",
          "agent_name",
          "kind",
          "status",
          "webhook_url",
          "push_triggers_to_webhook",
          "features",
          "online",
          "created_at"
        ],
        "properties": {
          "agent_id": {
            "type": "string",
            "description": "The agent, `agt_<id>`."
          },
          "agent_name": {
            "type": "string",
            "description": "Its name, as people see it."
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
          "features": {
            "$ref": "#/components/schemas/AgentFeatures"
          },
          "online": {
            "type": "boolean",
            "description": "Whether a WebSocket of the agent is open."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was made."
          }
        }
      },
      "DecisionStatus": {
        "type": "string",
        "enum": [
          "pending",
          "approved",
          "rejected",
          "dismissed",
          "cancelled"
        ],
        "description": "`pending`: open. `dismissed`: the user waved it away, or its time was over. `cancelled`: the agent withdrew it.\n"
      },
      "NewDecision": {
        "type": "object",
        "required": [
          "title"
        ],
        "properties": {
          "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "pattern": "\\S",
            "description": "The question, as people see it."
          },
          "description": {
            "type": "string",
            "maxLength": 4000,
            "description": "Markdown; what one has to know to answer."
          },
          "action": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "pattern": "\\S",
            "description": "What will be done on approval, in words of the agent's own that always-allow rules are compared with. It must not contain characters that are not seen: controls but for\nline feeds and tabs, formats such as directions of writing and joiners, fillers.\n"
          },
          "conversation_id": {
            "type": "string",
            "pattern": "^conv_[0-9A-Za-z]{1,64}$",
            "description": "Where the request is shown. Without it the newest conversation with the user, or a new one."
          },
          "task_run_id": {
            "type": "string",
            "pattern": "^run_[0-9A-Za-z]{1,64}$",
            "description": "The run of the agent that needs the decision."
          },
          "suggested_pattern": {
            "$ref": "#/components/schemas/ActionPattern"
          },
          "key": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "pattern": "\\S",
            "description": "What the agent calls the request, such as the step of a run that needs it. Unique among the agent's requests."
          },
          "expires_in_seconds": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2592000,
            "description": "After this time the request is dismissed, never approved. Without it the request stays open."
          },
          "answer_schema": {
            "$ref": "#/components/schemas/AnswerSchema"
          },
          "proposed": {
            "$ref": "#/components/schemas/AnswerValues"
          }
        }
      },
      "ActionPattern": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1000,
        "description": "A glob over the whole `action`, upper and lower case apart: `*` is any run of characters, also of none, `\\*` a star, `\\\\` a\nbackslash. It has at most 10 stars, where a run of stars is one, and no characters that an action must not contain.\n"
      },
      "AnswerSchema": {
        "type": "object",
        "required": [
          "type",
          "properties"
        ],
        "additionalProperties": false,
        "description": "What the user fills in: a flat part of JSON Schema, at most 16 KiB. The form shows the properties in their order. A decision without a\nform has none of the fields `answer_schema`, `proposed` and `answer`.\n",
        "properties": {
          "type": {
            "type": "string",
            "const": "object"
          },
          "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "What stands above the form."
          },
          "description": {
            "type": "string",
            "maxLength": 1000,
            "description": "What the user has to know to fill it in."
          },
          "properties": {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 20,
            "propertyNames": {
              "type": "string",
              "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,63}$"
            },
            "additionalProperties": {
              "$ref": "#/components/schemas/AnswerField"
            },
            "description": "The fields of the form."
          },
          "required": {
            "type": "array",
            "maxItems": 20,
            "uniqueItems": true,
            "items": {
              "type": "string",
              "maxLength": 64
            },
            "description": "The fields without which nobody can approve."
          }
        }
      },
      "AnswerField": {
        "type": "object",
        "required": [
          "type"
        ],
        "additionalProperties": false,
        "description": "A field of the form. A keyword that does not go with the type is refused.",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "string",
              "number",
              "integer",
              "boolean"
            ],
            "description": "What is filled in."
          },
          "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "The label; without it the name."
          },
          "description": {
            "type": "string",
            "maxLength": 1000,
            "description": "What stands below the field."
          },
          "enum": {
            "type": "array",
            "minItems": 1,
            "maxItems": 50,
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 200
            },
            "description": "The choices of a string."
          },
          "format": {
            "type": "string",
            "enum": [
              "date",
              "date-time"
            ],
            "description": "Of a string, by RFC 3339."
          },
          "minLength": {
            "type": "integer",
            "minimum": 0,
            "maximum": 4000,
            "description": "Of a string, in characters."
          },
          "maxLength": {
            "type": "integer",
            "minimum": 1,
            "maximum": 4000,
            "description": "Of a string, in characters; 4,000 without it."
          },
          "minimum": {
            "type": "number",
            "description": "Of a number or an integer."
          },
          "maximum": {
            "type": "number",
            "description": "Of a number or an integer."
          },
          "default": {
            "type": [
              "string",
              "number",
              "boolean"
            ],
            "description": "What stands in the field if nothing is proposed for it. It must fit the field."
          }
        }
      },
      "AnswerValues": {
        "type": "object",
        "maxProperties": 20,
        "additionalProperties": {
          "type": [
            "string",
            "number",
            "boolean"
          ]
        },
        "description": "Values by the names of the form's fields, at most 16 KiB. Each must fit its field."
      },
      "ResolvedBy": {
        "type": "object",
        "required": [
          "kind"
        ],
        "properties": {
          "kind": {
            "type": "string",
            "enum": [
              "user",
              "rule",
              "expiry",
              "agent"
            ],
            "description": "`expiry`: its time was over. `agent`: it withdrew the request."
          },
          "rule_id": {
            "type": "string",
            "description": "The rule that approved it, `rul_<id>`. It may have been revoked since."
          },
          "key_id": {
            "type": "string",
            "description": "The key of the program that called: an API key of the user, which the agent does not see, or a key of the agent. Without it a person in the\nconsole, or the agent by its secret.\n"
          },
          "key_name": {
            "type": "string",
            "description": "The name that the key had. The agent does not see it."
          }
        }
      },
      "Decision": {
        "type": "object",
        "description": "A request for a decision, open or ended.",
        "required": [
          "decision_id",
          "agent_id",
          "conversation_id",
          "task_run_id",
          "title",
          "description",
          "action",
          "suggested_pattern",
          "status",
          "note",
          "always_allow",
          "always_allow_pattern",
          "resolution_reason",
          "created_at",
          "expires_at",
          "resolved_at"
        ],
        "properties": {
          "decision_id": {
            "type": "string",
            "description": "The decision, `dec_<id>`."
          },
          "agent_id": {
            "type": "string",
            "description": "Who asks."
          },
          "conversation_id": {
            "type": "string",
            "description": "Where the request is shown."
          },
          "task_run_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The run that needs the decision."
          },
          "title": {
            "type": "string",
            "description": "The question, as people see it."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Markdown; what one has to know to answer."
          },
          "action": {
            "type": [
              "string",
              "null"
            ],
            "description": "What always-allow rules are compared with."
          },
          "suggested_pattern": {
            "type": [
              "string",
              "null"
            ],
            "description": "The rule that the agent proposes."
          },
          "status": {
            "$ref": "#/components/schemas/DecisionStatus"
          },
          "note": {
            "type": [
              "string",
              "null"
            ],
            "description": "What the user noted; null if nothing was noted."
          },
          "always_allow": {
            "type": "boolean",
            "description": "Whether the answer stored a rule, or a rule gave it."
          },
          "always_allow_pattern": {
            "type": [
              "string",
              "null"
            ],
            "description": "The pattern of that rule."
          },
          "resolution_reason": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "user",
              "rule",
              "expired",
              "cancelled",
              null
            ],
            "description": "Who or what ended the request; null while it is open."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was asked."
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it is dismissed if nobody has answered; null if it stays open."
          },
          "resolved_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it ended; null while it is open."
          },
          "key": {
            "type": "string",
            "description": "What the agent calls the request; only where it gave a key."
          },
          "answer_schema": {
            "$ref": "#/components/schemas/AnswerSchema"
          },
          "proposed": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/AnswerValues"
              },
              {
                "type": "null"
              }
            ],
            "description": "What the agent has proposed; null for nothing. Only with an `answer_schema`."
          },
          "answer": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/AnswerValues"
              },
              {
                "type": "null"
              }
            ],
            "description": "What the user has filled in; null unless the request is approved. Only with an `answer_schema`."
          },
          "resolved_by": {
            "$ref": "#/components/schemas/ResolvedBy",
            "description": "Who or what ended the request; only if it has ended."
          }
        }
      },
      "ClientDecision": {
        "type": "object",
        "required": [
          "decision_id",
          "agent_id",
          "conversation_id",
          "task_run_id",
          "title",
          "description",
          "action",
          "suggested_pattern",
          "status",
          "note",
          "always_allow",
          "always_allow_pattern",
          "resolution_reason",
          "created_at",
          "expires_at",
          "resolved_at"
        ],
        "properties": {
          "decision_id": {
            "type": "string",
            "description": "The decision, `dec_<id>`."
          },
          "agent_id": {
            "type": "string",
            "description": "Who asks."
          },
          "conversation_id": {
            "type": "string",
            "description": "Where the request is shown."
          },
          "task_run_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The run that needs the decision."
          },
          "title": {
            "type": "string",
            "description": "The question, as people see it."
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "description": "Markdown; what one has to know to answer."
          },
          "action": {
            "type": [
              "string",
              "null"
            ],
            "description": "What always-allow rules are compared with."
          },
          "suggested_pattern": {
            "type": [
              "string",
              "null"
            ],
            "description": "The rule that the agent proposes."
          },
          "status": {
            "$ref": "#/components/schemas/DecisionStatus"
          },
          "note": {
            "type": [
              "string",
              "null"
            ],
            "description": "What the user noted; null if nothing was noted."
          },
          "always_allow": {
            "type": "boolean",
            "description": "Whether the answer stored a rule, or a rule gave it."
          },
          "always_allow_pattern": {
            "type": [
              "string",
              "null"
            ],
            "description": "The pattern of that rule."
          },
          "resolution_reason": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "user",
              "rule",
              "expired",
              "cancelled",
              null
            ],
            "description": "Who or what ended the request; null while it is open."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was asked."
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it is dismissed if nobody has answered; null if it stays open."
          },
          "resolved_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it ended; null while it is open."
          },
          "key": {
            "type": "string",
            "description": "What the agent calls the request; only where it gave a key."
          },
          "answer_schema": {
            "$ref": "#/components/schemas/AnswerSchema"
          },
          "proposed": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/AnswerValues"
              },
              {
                "type": "null"
              }
            ],
            "description": "What the agent has proposed; null for nothing. Only with an `answer_schema`."
          },
          "answer": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/AnswerValues"
              },
              {
                "type": "null"
              }
            ],
            "description": "What the user has filled in; null unless the request is approved. Only with an `answer_schema`."
          },
          "resolved_by": {
            "$ref": "#/components/schemas/ResolvedBy",
            "description": "Who or what ended the request; only if it has ended."
          },
          "reminded_at": {
            "type": "string",
            "format": "date-time",
            "description": "When the user was reminded of the request, after half of its time; only if it was so."
          }
        }
      },
      "OwnEvents": {
        "type": "object",
        "required": [
          "events",
          "gaps",
          "next_after",
          "last_seq",
          "receipt"
        ],
        "properties": {
          "events": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/OwnEvent"
            }
          },
          "gaps": {
            "type": "array",
            "description": "Numbers of the log whose events are not kept any more, in order. Always empty without `after`.",
            "items": {
              "$ref": "#/components/schemas/EventGap"
            }
          },
          "next_after": {
            "type": "integer",
            "minimum": 0,
            "description": "The `after` of a call that reads on, and the `upto` that acknowledges these events."
          },
          "last_seq": {
            "type": "integer",
            "minimum": 0,
            "description": "The number of the agent's newest event; 0 if there is none."
          },
          "receipt": {
            "type": "integer",
            "minimum": 0,
            "maximum": 9007199254740991,
            "description": "Proves that the agent has these events. Send it with the acknowledgement. If one acknowledgement is for several answers, send the\ngreatest. 0 if there is nothing to acknowledge. It counts for all agents together, so its distances say nothing.\n"
          }
        }
      },
      "OwnEvent": {
        "type": "object",
        "required": [
          "event_id",
          "seq",
          "state",
          "created_at",
          "event"
        ],
        "properties": {
          "event_id": {
            "type": "string",
            "description": "The event, `evt_<id>`. It is the same over every channel, so the agent knows an event again that it has seen."
          },
          "seq": {
            "type": "integer",
            "minimum": 1,
            "description": "Its number among the events of the agent, from 1 without gaps."
          },
          "state": {
            "$ref": "#/components/schemas/EventState"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "event": {
            "type": "object",
            "required": [
              "type"
            ],
            "description": "The event itself, with the text that a socket would bring.",
            "additionalProperties": true,
            "properties": {
              "type": {
                "$ref": "#/components/schemas/EventType"
              }
            }
          }
        }
      },
      "EventGap": {
        "type": "object",
        "required": [
          "from",
          "to"
        ],
        "properties": {
          "from": {
            "type": "integer",
            "minimum": 1,
            "description": "The first number of the gap."
          },
          "to": {
            "type": "integer",
            "minimum": 1,
            "description": "The last number of the gap."
          }
        }
      },
      "EventAcknowledgement": {
        "type": "object",
        "required": [
          "upto"
        ],
        "properties": {
          "upto": {
            "type": "integer",
            "minimum": 0,
            "maximum": 9007199254740991,
            "description": "The agent has received every event that was listed to it up to this number; `next_after` of the answer that listed them."
          },
          "receipt": {
            "type": "integer",
            "minimum": 0,
            "maximum": 9007199254740991,
            "description": "The `receipt` of the answer that listed them. An agent should send it. Without it all events up to `upto` end that were listed."
          }
        }
      },
      "EventsAcknowledged": {
        "type": "object",
        "required": [
          "acknowledged"
        ],
        "properties": {
          "acknowledged": {
            "type": "integer",
            "minimum": 0,
            "description": "How many events this call has made delivered."
          }
        }
      },
      "Retention": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "kept",
          "days"
        ],
        "properties": {
          "kept": {
            "type": "string",
            "enum": [
              "messages",
              "files",
              "runs",
              "events",
              "attempts",
              "audit_entries",
              "audit_addresses"
            ],
            "description": "`messages` with answered requests; `files` of messages; `runs` that have ended; `events` that were delivered or have failed; `attempts` to deliver\nevents; `audit_entries`; and the addresses in these.\n"
          },
          "days": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "description": "Null if they are kept until somebody deletes what they belong to."
          }
        }
      },
      "AccountQuota": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "quota",
          "used",
          "allowed"
        ],
        "properties": {
          "quota": {
            "type": "string",
            "enum": [
              "agents_per_user",
              "conversations_per_user",
              "rules_per_user",
              "media_bytes_per_user"
            ],
            "description": "The name that a refusal has, too."
          },
          "used": {
            "type": "integer",
            "minimum": 0
          },
          "allowed": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "description": "Null if there is no quota."
          }
        }
      },
      "AuditArea": {
        "type": "string",
        "enum": [
          "session",
          "account",
          "agent",
          "task",
          "run",
          "conversation",
          "decision",
          "rule",
          "event",
          "invitation"
        ],
        "description": "What an action is about."
      },
      "AuditAction": {
        "type": "string",
        "enum": [
          "session.signed_in",
          "session.signed_out",
          "session.ended",
          "account.created",
          "account.changed",
          "account.password_changed",
          "account.export_requested",
          "account.export_fetched",
          "account.key_made",
          "account.key_revoked",
          "agent.created",
          "agent.changed",
          "agent.secret_rotated",
          "agent.key_made",
          "agent.key_revoked",
          "agent.signing_secret_rotated",
          "agent.signing_secret_removed",
          "agent.deleted",
          "task.created",
          "task.changed",
          "task.trigger_rotated",
          "task.sender_set",
          "task.sender_removed",
          "task.started",
          "task.deleted",
          "run.cancelled",
          "conversation.deleted",
          "conversation.changed",
          "conversation.message_deleted",
          "decision.resolved",
          "rule.made",
          "rule.removed",
          "event.redelivered",
          "event.replay_started",
          "event.replay_cancelled",
          "invitation.made",
          "invitation.used",
          "invitation.revoked"
        ],
        "description": "What was done. Expect new ones."
      },
      "AuditEntry": {
        "type": "object",
        "required": [
          "audit_id",
          "action",
          "outcome",
          "actor",
          "actor_id",
          "subject_id",
          "agent_id",
          "address",
          "key_id",
          "key_name",
          "details",
          "created_at"
        ],
        "properties": {
          "audit_id": {
            "type": "string",
            "description": "The entry, `aud_<id>`."
          },
          "action": {
            "$ref": "#/components/schemas/AuditAction"
          },
          "outcome": {
            "type": "string",
            "enum": [
              "done",
              "refused"
            ],
            "description": "`refused` after a wrong password."
          },
          "actor": {
            "type": "string",
            "enum": [
              "user",
              "agent",
              "system"
            ],
            "description": "Who acted. `system` is the service by itself, such as when a rule approves a request."
          },
          "actor_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The user or the agent that acted; null if nobody has proven who it was, and for `system`."
          },
          "subject_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "What it was done to, such as an agent, a key or a task, which may be deleted since."
          },
          "agent_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The agent that the subject belongs to."
          },
          "address": {
            "type": [
              "string",
              "null"
            ],
            "description": "The address that the call came from, or its network, as the installation keeps it; null if it is not kept (any more).\n"
          },
          "key_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The API key by which a program of the user has called; null for a session, such as the console's.\n"
          },
          "key_name": {
            "type": [
              "string",
              "null"
            ],
            "description": "The name that the key had then; null where `key_id` is."
          },
          "details": {
            "type": "object",
            "additionalProperties": true,
            "description": "More about it, by the action: `name` of an agent or a task at that time, `fields` that were changed, `webhook_host`,\n`grace_period_seconds`, `ended_grace` (whether an earlier grace ended before its time), `key` (the name of a key), `scopes`,\n`expires_in_seconds`, `type` of an event, `status`, `reason` (`user`, `rule` or `expired`), `action`, `pattern`, `rule_id`, `run_id`, `conversation_id`, `kind` of a\nmessage. Expect\nnew ones.\n"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "AgentScope": {
        "type": "string",
        "enum": [
          "messages",
          "tasks",
          "decisions",
          "events",
          "read"
        ],
        "description": "`messages`: send chat messages and read history. `tasks`: tasks, their runs, and the polls of both. `decisions`: ask the user, read\nand cancel. `events`: open a socket, read and acknowledge the event log. `read`: every call that changes nothing.\n"
      },
      "AgentKeyScopes": {
        "type": "array",
        "minItems": 1,
        "maxItems": 5,
        "uniqueItems": true,
        "items": {
          "$ref": "#/components/schemas/AgentScope"
        }
      },
      "NewAgentKey": {
        "type": "object",
        "required": [
          "name",
          "scopes"
        ],
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "pattern": "\\S",
            "description": "For people, to tell keys apart."
          },
          "scopes": {
            "$ref": "#/components/schemas/AgentKeyScopes"
          },
          "expires_in_seconds": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 315360000,
            "description": "How long the key lasts, up to ten years. Without it, until it is revoked."
          }
        }
      },
      "AgentKey": {
        "type": "object",
        "required": [
          "key_id",
          "name",
          "scopes",
          "state",
          "created_at",
          "expires_at",
          "revoked_at",
          "last_used_at",
          "online"
        ],
        "properties": {
          "key_id": {
            "type": "string",
            "description": "The key, `key_<id>`; the key itself contains its digits."
          },
          "name": {
            "type": "string"
          },
          "scopes": {
            "$ref": "#/components/schemas/AgentKeyScopes"
          },
          "state": {
            "type": "string",
            "enum": [
              "active",
              "expired",
              "revoked"
            ],
            "description": "Whether the key authenticates calls, or why not."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Null where it does not expire."
          },
          "revoked_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "last_used_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "To the minute; null if it was never used. A socket counts when it opens and when it ends."
          },
          "online": {
            "type": "boolean",
            "description": "Whether a WebSocket is open that the key opened."
          }
        }
      },
      "AgentKeyWithSecret": {
        "type": "object",
        "required": [
          "key_id",
          "name",
          "scopes",
          "state",
          "created_at",
          "expires_at",
          "revoked_at",
          "last_used_at",
          "online",
          "secret"
        ],
        "properties": {
          "key_id": {
            "type": "string",
            "description": "The key, `key_<id>`; the key itself contains its digits."
          },
          "name": {
            "type": "string"
          },
          "scopes": {
            "$ref": "#/components/schemas/AgentKeyScopes"
          },
          "state": {
            "type": "string",
            "enum": [
              "active",
              "expired",
              "revoked"
            ],
            "description": "Whether the key authenticates calls, or why not."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Null where it does not expire."
          },
          "revoked_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "last_used_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "To the minute; null if it was never used. A socket counts when it opens and when it ends."
          },
          "online": {
            "type": "boolean",
            "description": "Whether a WebSocket is open that the key opened."
          },
          "secret": {
            "type": "string",
            "pattern": "^svc_key_[0-9a-f]{32}_[0-9a-f]{40}$",
            "description": "Shown this once; it stands where the agent's secret would stand."
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
          },
          "features": {
            "$ref": "#/components/schemas/AgentFeatures"
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
      "AgentFeatures": {
        "type": "array",
        "maxItems": 100,
        "uniqueItems": true,
        "items": {
          "type": "string",
          "enum": [
            "run_cancelled"
          ]
        },
        "description": "What the agent asked for beyond what every agent gets, in the order of their names; none by default. `run_cancelled`: the event of\nthat name, whichever channel reaches the agent.\n"
      },
      "Agent": {
        "type": "object",
        "required": [
          "agent_id",
          "agent_name",
          "kind",
          "status",
          "status_reason",
          "webhook_url",
          "push_triggers_to_webhook",
          "features",
          "online",
          "connections",
          "last_polled_at",
          "consecutive_failures",
          "created_at",
          "own_signing_secret",
          "previous_signature_until",
          "webhook_breaker"
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
          "status_reason": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why the status is `error`; null while it is not."
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
          "features": {
            "$ref": "#/components/schemas/AgentFeatures"
          },
          "online": {
            "type": "boolean",
            "description": "Whether a WebSocket of the agent is open."
          },
          "connections": {
            "type": "integer",
            "minimum": 0,
            "description": "How many are open. The newest gets the events."
          },
          "last_polled_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the agent last asked for its due tasks, its waiting triggers or its event log, to about 5 seconds; null if it never did.\n"
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
          "own_signing_secret": {
            "type": "boolean",
            "description": "Whether a secret of its own signs the agent's deliveries. Otherwise the agent's secret does."
          },
          "previous_signature_until": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Until when deliveries carry the signature of the former secret as well; may be over."
          },
          "webhook_breaker": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/WebhookBreaker"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null unless deliveries to the webhook are held back."
          }
        }
      },
      "WebhookBreaker": {
        "type": "object",
        "description": "Events are held back, and from time to time one of them is sent as a probe.",
        "required": [
          "opened_at",
          "attempts",
          "failures",
          "probes",
          "next_probe_at",
          "held_events"
        ],
        "properties": {
          "opened_at": {
            "type": "string",
            "format": "date-time"
          },
          "attempts": {
            "type": "integer",
            "minimum": 0,
            "description": "Attempts in the minutes before it opened."
          },
          "failures": {
            "type": "integer",
            "minimum": 0,
            "description": "How many of them had failed."
          },
          "probes": {
            "type": "integer",
            "minimum": 0,
            "description": "Probes so far."
          },
          "next_probe_at": {
            "type": "string",
            "format": "date-time",
            "description": "When a held event is sent as the next probe, at the earliest."
          },
          "held_events": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000,
            "description": "Events that are held; counted up to 1000."
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
          "status_reason",
          "webhook_url",
          "push_triggers_to_webhook",
          "features",
          "online",
          "connections",
          "last_polled_at",
          "consecutive_failures",
          "created_at",
          "own_signing_secret",
          "previous_signature_until",
          "webhook_breaker",
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
          "status_reason": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why the status is `error`; null while it is not."
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
          "features": {
            "$ref": "#/components/schemas/AgentFeatures"
          },
          "online": {
            "type": "boolean",
            "description": "Whether a WebSocket of the agent is open."
          },
          "connections": {
            "type": "integer",
            "minimum": 0,
            "description": "How many are open. The newest gets the events."
          },
          "last_polled_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When the agent last asked for its due tasks, its waiting triggers or its event log, to about 5 seconds; null if it never did.\n"
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
          "own_signing_secret": {
            "type": "boolean",
            "description": "Whether a secret of its own signs the agent's deliveries. Otherwise the agent's secret does."
          },
          "previous_signature_until": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Until when deliveries carry the signature of the former secret as well; may be over."
          },
          "webhook_breaker": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/WebhookBreaker"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null unless deliveries to the webhook are held back."
          },
          "secret": {
            "type": "string",
            "pattern": "^svc_[0-9a-f]{40}$",
            "description": "Shown this once; it authenticates the agent and signs its deliveries, unless a signing secret does."
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
            "description": "Until when the old secret still authenticates calls; null if it ended at once."
          }
        }
      },
      "ApiKeyScope": {
        "type": "string",
        "enum": [
          "read",
          "write",
          "decisions",
          "agents"
        ],
        "description": "`read`: calls that change nothing, and the socket of the client app. `write`: calls that change something. `decisions`: answer requests of agents,\nand revoke rules. `agents`: make agents, and new secrets of agents; the answers are credentials, which go on when the key has ended. Each call names its scope in `x-api-key-scope`.\n"
      },
      "ApiKeyScopes": {
        "type": "array",
        "minItems": 1,
        "maxItems": 4,
        "uniqueItems": true,
        "items": {
          "$ref": "#/components/schemas/ApiKeyScope"
        }
      },
      "NewApiKey": {
        "type": "object",
        "required": [
          "name",
          "scopes",
          "expires_in_seconds"
        ],
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "pattern": "\\S",
            "description": "For people, to tell keys apart."
          },
          "scopes": {
            "$ref": "#/components/schemas/ApiKeyScopes"
          },
          "expires_in_seconds": {
            "type": "integer",
            "minimum": 1,
            "maximum": 31536000,
            "description": "How long the key lasts, up to a year."
          }
        }
      },
      "ApiKey": {
        "type": "object",
        "required": [
          "key_id",
          "name",
          "scopes",
          "state",
          "created_at",
          "expires_at",
          "revoked_at",
          "last_used_at"
        ],
        "properties": {
          "key_id": {
            "type": "string",
            "description": "The key, `pat_<id>`; the key itself contains its digits."
          },
          "name": {
            "type": "string"
          },
          "scopes": {
            "$ref": "#/components/schemas/ApiKeyScopes"
          },
          "state": {
            "type": "string",
            "enum": [
              "active",
              "expired",
              "revoked"
            ],
            "description": "Whether the key opens anything, or why not."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time"
          },
          "revoked_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "last_used_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "To the minute; null if it was never used."
          }
        }
      },
      "ApiKeyWithSecret": {
        "type": "object",
        "required": [
          "key_id",
          "name",
          "scopes",
          "state",
          "created_at",
          "expires_at",
          "revoked_at",
          "last_used_at",
          "secret"
        ],
        "properties": {
          "key_id": {
            "type": "string",
            "description": "The key, `pat_<id>`; the key itself contains its digits."
          },
          "name": {
            "type": "string"
          },
          "scopes": {
            "$ref": "#/components/schemas/ApiKeyScopes"
          },
          "state": {
            "type": "string",
            "enum": [
              "active",
              "expired",
              "revoked"
            ],
            "description": "Whether the key opens anything, or why not."
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time"
          },
          "revoked_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "last_used_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "To the minute; null if it was never used."
          },
          "secret": {
            "type": "string",
            "pattern": "^svc_pat_[0-9a-f]{32}_[0-9a-f]{40}$",
            "description": "Shown this once."
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
          },
          {
            "required": [
              "media_ids"
            ],
            "properties": {
              "media_ids": {
                "type": "array",
                "minItems": 1
              }
            }
          }
        ],
        "x-refusal": {
          "field": "text",
          "message": "is required unless a file is sent"
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
          "is_test": {
            "type": "boolean",
            "description": "Whether the conversation that it creates only tests the delivery: it is archived, no message brings it back, and nothing of a run goes there.\n"
          },
          "images": {
            "type": "array",
            "maxItems": 10,
            "description": "PNG, JPEG, GIF or WebP images in base64, with or without data-URI prefixes; each at most 5 MB after decoding, 50 million pixels, and 16,384 on a side.",
            "items": {
              "type": "string"
            }
          },
          "media_ids": {
            "type": "array",
            "maxItems": 10,
            "uniqueItems": true,
            "items": {
              "type": "string",
              "pattern": "^p-[A-Za-z0-9_-]{43}[.][a-z0-9]{2,5}$"
            },
            "description": "Files that the user has sent to `POST /api/client/media`, each for one message: with the images sent here at most ten images, and one recording.\n"
          },
          "audio_base64": {
            "type": "string",
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
      "ConversationTitle": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
        "description": "One line, not blank. White space and control characters in a row become one space."
      },
      "ConversationChanges": {
        "type": "object",
        "minProperties": 1,
        "properties": {
          "title": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ConversationTitle"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null takes the user's title away, so that the agent's is shown, if there is one."
          },
          "pinned": {
            "type": "boolean"
          },
          "archived": {
            "type": "boolean",
            "description": "Whether it is put away. Not true together with `pinned`."
          }
        }
      },
      "Conversation": {
        "type": "object",
        "required": [
          "id",
          "agent_id",
          "last_message_at",
          "last_message_text",
          "title",
          "titled_by",
          "pinned",
          "archived",
          "unread_count",
          "read_through"
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
            "description": "The beginning of the newest message; null when no message is kept any more."
          },
          "title": {
            "type": [
              "string",
              "null"
            ],
            "description": "The user's title, else the agent's, else null."
          },
          "titled_by": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "user",
              "agent",
              null
            ],
            "description": "Whose title it is."
          },
          "pinned": {
            "type": "boolean"
          },
          "archived": {
            "type": "boolean",
            "description": "Whether the user has put it away, and no message has come since."
          },
          "unread_count": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100,
            "description": "How many messages of the agent the user has not read, among the newest 100 that came after `read_through`."
          },
          "read_through": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Up to which message the user has read, on whatever device; null if nothing is read."
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
          "kind",
          "text",
          "image_urls",
          "audio_url",
          "report_title",
          "report_description",
          "task_run_id",
          "decision_id",
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
            "type": "string"
          },
          "kind": {
            "type": "string",
            "description": "How to show the message; `text` unless something else is known."
          },
          "text": {
            "type": "string"
          },
          "image_urls": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Links to the pictures, which need no authentication and end within a day."
          },
          "audio_url": {
            "type": [
              "string",
              "null"
            ],
            "description": "A link to the recording, which ends within a day."
          },
          "files": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/MessageFile"
            },
            "description": "Files that were sent under a name; absent without any."
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
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "quick_replies": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ShownQuickReply"
            },
            "description": "The buttons under an agent's message; absent without any. They can be pressed until one is pressed, the user writes into the conversation, or the agent sends\nother buttons there.\n"
          },
          "quick_reply": {
            "$ref": "#/components/schemas/PressedQuickReply"
          }
        }
      },
      "ShownQuickReply": {
        "type": "object",
        "required": [
          "text"
        ],
        "properties": {
          "text": {
            "type": "string"
          }
        }
      },
      "QuickReplyPress": {
        "type": "object",
        "required": [
          "index"
        ],
        "properties": {
          "index": {
            "type": "integer",
            "minimum": 0,
            "maximum": 7,
            "description": "Which button, from 0."
          }
        }
      },
      "DecisionResolution": {
        "type": "object",
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "approved",
              "rejected",
              "dismissed"
            ]
          },
          "note": {
            "type": "string",
            "maxLength": 2000,
            "description": "For the agent."
          },
          "answer": {
            "$ref": "#/components/schemas/AnswerValues"
          },
          "always_allow": {
            "type": "boolean",
            "description": "Stores a rule with an approval. Only where the request names an action."
          },
          "always_allow_pattern": {
            "$ref": "#/components/schemas/ActionPattern"
          },
          "always_allow_expires_in_seconds": {
            "type": "integer",
            "minimum": 60,
            "maximum": 31536000,
            "description": "How long the rule stands, up to a year. Without it, until it is revoked."
          },
          "confirm_broad": {
            "type": "boolean",
            "description": "Needed for a broad pattern. The verb of an action is what stands before its first colon. A pattern is narrow if it has no star; or\nif the whole verb stands before its first star, and at least one letter or digit that has ink stands after the colon. All others are broad.\n"
          }
        }
      },
      "DecisionRule": {
        "type": "object",
        "required": [
          "rule_id",
          "agent_id",
          "pattern",
          "created_at",
          "expires_at"
        ],
        "properties": {
          "rule_id": {
            "type": "string",
            "description": "The rule, `rul_<id>`."
          },
          "agent_id": {
            "type": "string",
            "description": "Whose requests it approves."
          },
          "pattern": {
            "$ref": "#/components/schemas/ActionPattern"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Null if it stands until it is revoked."
          }
        }
      },
      "DecisionRuleDraft": {
        "type": "object",
        "required": [
          "agent_id",
          "pattern"
        ],
        "properties": {
          "agent_id": {
            "type": "string",
            "pattern": "^agt_[0-9A-Za-z]{1,64}$",
            "description": "Whose requests are compared."
          },
          "pattern": {
            "$ref": "#/components/schemas/ActionPattern"
          }
        }
      },
      "DecisionRulePreview": {
        "type": "object",
        "required": [
          "count",
          "examined",
          "is_broad",
          "samples"
        ],
        "properties": {
          "count": {
            "type": "integer",
            "minimum": 0,
            "description": "Requests that the pattern covers."
          },
          "examined": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000,
            "description": "Requests with an action that were compared."
          },
          "is_broad": {
            "type": "boolean",
            "description": "Whether the pattern is broad, so that a rule with it needs `confirm_broad`."
          },
          "samples": {
            "type": "array",
            "maxItems": 20,
            "description": "The newest that it covers.",
            "items": {
              "type": "object",
              "required": [
                "decision_id",
                "title",
                "action",
                "status",
                "created_at"
              ],
              "properties": {
                "decision_id": {
                  "type": "string"
                },
                "title": {
                  "type": "string"
                },
                "action": {
                  "type": "string"
                },
                "status": {
                  "$ref": "#/components/schemas/DecisionStatus"
                },
                "created_at": {
                  "type": "string",
                  "format": "date-time"
                }
              }
            }
          }
        }
      },
      "FailedSince": {
        "type": "object",
        "required": [
          "since"
        ],
        "properties": {
          "since": {
            "type": "string",
            "format": "date-time",
            "description": "Only events created at this moment or later."
          }
        }
      },
      "Redeliveries": {
        "type": "object",
        "required": [
          "redelivered",
          "more"
        ],
        "properties": {
          "redelivered": {
            "type": "integer",
            "minimum": 0
          },
          "more": {
            "type": "boolean",
            "description": "Further failed events are left for another call."
          }
        }
      },
      "WebhookProbe": {
        "type": "object",
        "required": [
          "agent_id",
          "is_due"
        ],
        "properties": {
          "agent_id": {
            "type": "string"
          },
          "is_due": {
            "type": "boolean",
            "description": "False if the breaker is not open."
          }
        }
      },
      "WebhookTest": {
        "type": "object",
        "properties": {
          "webhook_url": {
            "type": "string",
            "maxLength": 2048,
            "format": "uri",
            "pattern": "^[hH][tT][tT][pP][sS]?://",
            "description": "The address to try. The agent's own unless given."
          }
        }
      },
      "WebhookTestResult": {
        "type": "object",
        "required": [
          "delivered",
          "status_code",
          "error",
          "response",
          "duration_ms"
        ],
        "properties": {
          "delivered": {
            "type": "boolean",
            "description": "The receiver answered with 2xx in time."
          },
          "status_code": {
            "type": [
              "integer",
              "null"
            ]
          },
          "error": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why it counts as failed."
          },
          "response": {
            "type": [
              "string",
              "null"
            ],
            "description": "The beginning of the answer's body."
          },
          "duration_ms": {
            "type": "integer",
            "minimum": 0
          }
        }
      },
      "AccountErasure": {
        "type": "object",
        "required": [
          "password"
        ],
        "properties": {
          "password": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128,
            "description": "The user's present password."
          }
        }
      },
      "Erasure": {
        "type": "object",
        "required": [
          "erasure_id",
          "status",
          "remaining",
          "requested_at",
          "finished_at"
        ],
        "properties": {
          "erasure_id": {
            "type": "string",
            "description": "The erasure, `ers_<id>`."
          },
          "status": {
            "type": "string",
            "enum": [
              "running",
              "finished"
            ]
          },
          "remaining": {
            "type": "object",
            "required": [
              "agents",
              "messages",
              "files"
            ],
            "description": "What is still to be removed, each counted up to 10,000. `messages` are those of a conversation that is being removed, and `files` of a\nconversation are those of messages that are gone already.\n",
            "properties": {
              "agents": {
                "type": "integer",
                "minimum": 0,
                "maximum": 10000
              },
              "messages": {
                "type": "integer",
                "minimum": 0,
                "maximum": 10000
              },
              "files": {
                "type": "integer",
                "minimum": 0,
                "maximum": 10000
              }
            }
          },
          "requested_at": {
            "type": "string",
            "format": "date-time"
          },
          "finished_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          }
        }
      },
      "EventState": {
        "type": "string",
        "enum": [
          "pending",
          "delivered",
          "waiting",
          "failed"
        ],
        "description": "`pending`: on its way. `delivered`: receipt proven. `waiting`: no channel now; a poll or a connection takes it.\n`failed`: the webhook's retries are used up, or the event was dropped (`drop_reason`).\n"
      },
      "Event": {
        "type": "object",
        "required": [
          "event_id",
          "type",
          "state",
          "channel",
          "drop_reason",
          "message_id",
          "task_id",
          "run_id",
          "decision_id",
          "created_at",
          "delivered_at",
          "next_attempt_at",
          "attempts",
          "subject"
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
              "long_poll",
              null
            ],
            "description": "How the event reached the agent; null while it has not. If an event is not delivered and has `long_poll`, the agent's long poll has\nlisted it and the agent has not acknowledged it.\n"
          },
          "drop_reason": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "task_deleted",
              "run_cancelled",
              null
            ],
            "description": "Why a failed event was dropped before it was delivered: its task was deleted, or its run was cancelled. Null otherwise.\n"
          },
          "message_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The message that a `user_message` carries."
          },
          "task_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The task of a `task_due` or `task_trigger`."
          },
          "run_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The run of a `task_due` or `task_trigger`."
          },
          "decision_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The decision of a `decision_resolved`."
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
          },
          "subject": {
            "type": [
              "string",
              "null"
            ],
            "description": "The first 200 characters of the message, the title of the decision or the name of the task; null if that is not kept any more."
          }
        }
      },
      "EventFrame": {
        "type": "object",
        "required": [
          "event_id",
          "event"
        ],
        "properties": {
          "event_id": {
            "type": "string"
          },
          "event": {
            "type": "object",
            "required": [
              "type"
            ],
            "additionalProperties": true,
            "properties": {
              "type": {
                "$ref": "#/components/schemas/EventType"
              }
            },
            "description": "As a frame of the agent's socket has it, or the body of a delivery."
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
            "description": "What the receiver answered, if it answered."
          },
          "error": {
            "type": [
              "string",
              "null"
            ],
            "description": "Why the attempt counts as failed."
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
      "AccountExport": {
        "type": "object",
        "required": [
          "export_id",
          "state",
          "lines",
          "byte_length",
          "requested_at",
          "expires_at"
        ],
        "properties": {
          "export_id": {
            "type": "string",
            "description": "The export, `exp_<id>`."
          },
          "state": {
            "type": "string",
            "enum": [
              "pending",
              "running",
              "ready",
              "failed"
            ],
            "description": "`failed` if the file would have been larger than 2 GiB, or five attempts ended before it was complete."
          },
          "lines": {
            "type": "integer",
            "minimum": 0,
            "description": "Lines written so far."
          },
          "byte_length": {
            "type": "integer",
            "minimum": 0,
            "description": "Size of the file; 0 until it is ready."
          },
          "requested_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it is removed; null until it is ready or has failed."
          }
        }
      },
      "InvitationDraft": {
        "type": "object",
        "properties": {
          "note": {
            "type": "string",
            "maxLength": 100,
            "description": "For whom it is, so that its maker knows it again. Default empty."
          },
          "expires_in_seconds": {
            "type": "integer",
            "minimum": 3600,
            "maximum": 2592000,
            "description": "From an hour to 30 days. Default 7 days."
          }
        }
      },
      "Invitation": {
        "type": "object",
        "required": [
          "invitation_id",
          "note",
          "created_at",
          "expires_at",
          "used_at"
        ],
        "properties": {
          "invitation_id": {
            "type": "string",
            "pattern": "^inv_[0-9A-Za-z]{1,64}$"
          },
          "note": {
            "type": "string"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time"
          },
          "used_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When somebody made an account with it; `null` if nobody has."
          }
        }
      },
      "NewInvitation": {
        "type": "object",
        "required": [
          "invitation_id",
          "note",
          "created_at",
          "expires_at",
          "used_at",
          "link"
        ],
        "properties": {
          "invitation_id": {
            "type": "string",
            "pattern": "^inv_[0-9A-Za-z]{1,64}$"
          },
          "note": {
            "type": "string"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time"
          },
          "used_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "link": {
            "type": "string",
            "description": "Begins with `PUBLIC_BASE_URL`. Shown only here."
          }
        }
      },
      "InvitationList": {
        "type": "object",
        "required": [
          "may_invite",
          "invitations"
        ],
        "properties": {
          "may_invite": {
            "type": "boolean",
            "description": "False if sign-up is open, so that nobody needs an invitation, or if the operator has turned invitations off."
          },
          "invitations": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Invitation"
            }
          }
        }
      },
      "Reading": {
        "type": "object",
        "required": [
          "read_through"
        ],
        "properties": {
          "read_through": {
            "type": "string",
            "format": "date-time",
            "maxLength": 64,
            "description": "The `created_at` of the newest message that the user has read."
          }
        }
      },
      "NewReplay": {
        "type": "object",
        "required": [
          "from"
        ],
        "properties": {
          "state": {
            "$ref": "#/components/schemas/ReplayedState"
          },
          "type": {
            "$ref": "#/components/schemas/EventType",
            "description": "Only events of this type. By default of all types."
          },
          "from": {
            "type": "string",
            "format": "date-time",
            "description": "Only events written at this moment or later."
          },
          "to": {
            "type": "string",
            "format": "date-time",
            "description": "Only events written before this moment. By default all up to this call."
          },
          "rate_per_second": {
            "type": "integer",
            "minimum": 1,
            "maximum": 50,
            "default": 5,
            "description": "How many events are sent in a second at most."
          }
        }
      },
      "ReplayCount": {
        "type": "object",
        "required": [
          "events",
          "is_complete"
        ],
        "properties": {
          "events": {
            "type": "integer",
            "minimum": 0,
            "description": "Events that fit."
          },
          "is_complete": {
            "type": "boolean",
            "description": "False if a part of the log was left: there may be more."
          }
        }
      },
      "ReplayedState": {
        "type": "string",
        "enum": [
          "failed",
          "delivered"
        ],
        "description": "The state that the events have when the replay comes to them. By default `failed`."
      },
      "Replay": {
        "type": "object",
        "required": [
          "replay_id",
          "agent_id",
          "state",
          "filter",
          "rate_per_second",
          "progress_percent",
          "waits_for",
          "redelivered",
          "under_way",
          "delivered",
          "failed",
          "waiting",
          "skipped",
          "removed",
          "created_at",
          "ended_at"
        ],
        "properties": {
          "replay_id": {
            "type": "string",
            "description": "The replay, `rpl_<id>`."
          },
          "agent_id": {
            "type": "string"
          },
          "state": {
            "type": "string",
            "enum": [
              "queued",
              "running",
              "finished",
              "cancelled"
            ],
            "description": "`queued`: an earlier replay of the agent is under way. `finished`: it is known of every event what became of it."
          },
          "filter": {
            "type": "object",
            "required": [
              "state",
              "type",
              "from",
              "to"
            ],
            "properties": {
              "state": {
                "$ref": "#/components/schemas/ReplayedState"
              },
              "type": {
                "anyOf": [
                  {
                    "$ref": "#/components/schemas/EventType"
                  },
                  {
                    "type": "null"
                  }
                ],
                "description": "Null for all types."
              },
              "from": {
                "type": "string",
                "format": "date-time"
              },
              "to": {
                "type": "string",
                "format": "date-time"
              }
            }
          },
          "rate_per_second": {
            "type": "integer",
            "minimum": 1
          },
          "progress_percent": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100,
            "description": "Which part of the agent's log in this time it has gone through. Nothing is counted before."
          },
          "waits_for": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "agent",
              "own_events",
              "other_events",
              null
            ],
            "description": "Why it sends nothing at this moment: nothing can reach the agent; as many of its own events as it may have are on their way; or other events of the agent are, which come first.\n"
          },
          "redelivered": {
            "type": "integer",
            "minimum": 0,
            "description": "Events that it has sent on their way again."
          },
          "under_way": {
            "type": "integer",
            "minimum": 0,
            "description": "Of these, those that are still on their way."
          },
          "delivered": {
            "type": "integer",
            "minimum": 0,
            "description": "Of these, those that the agent has received."
          },
          "failed": {
            "type": "integer",
            "minimum": 0,
            "description": "Of these, those that have failed again."
          },
          "waiting": {
            "type": "integer",
            "minimum": 0,
            "description": "Of these, those that wait for a poll or a connection, because nothing reached the agent."
          },
          "skipped": {
            "type": "integer",
            "minimum": 0,
            "description": "Events that it did not send because their run is finished or they were on their way already."
          },
          "removed": {
            "type": "integer",
            "minimum": 0,
            "description": "Events of the time, of any state, that were removed before it came to them, as far as it has met them. Among these are events that it has sent and that were removed before it knew what\nbecame of them.\n"
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "ended_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it finished or was cancelled."
          }
        }
      },
      "ScheduleDraft": {
        "type": "object",
        "required": [
          "schedule"
        ],
        "properties": {
          "schedule": {
            "type": "string",
            "minLength": 1,
            "maxLength": 200,
            "description": "A cron expression of five fields."
          },
          "timezone": {
            "$ref": "#/components/schemas/TaskTimezone"
          }
        }
      },
      "SchedulePreview": {
        "type": "object",
        "required": [
          "next_runs_at"
        ],
        "properties": {
          "next_runs_at": {
            "type": "array",
            "maxItems": 5,
            "items": {
              "type": "string",
              "format": "date-time"
            }
          }
        }
      },
      "SearchKind": {
        "type": "string",
        "enum": [
          "message",
          "report",
          "run",
          "decision",
          "task"
        ]
      },
      "SearchHit": {
        "type": "object",
        "required": [
          "entry_id",
          "kind",
          "id",
          "agent_id",
          "at",
          "conversation_id",
          "message_id",
          "sender",
          "sender_name",
          "title",
          "excerpt"
        ],
        "properties": {
          "entry_id": {
            "type": "string",
            "description": "For the cursor: the message or the task."
          },
          "kind": {
            "$ref": "#/components/schemas/SearchKind"
          },
          "id": {
            "type": "string",
            "description": "The message, the run, the decision or the task."
          },
          "agent_id": {
            "type": "string"
          },
          "at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was written."
          },
          "conversation_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "Where it stands in the chat; null of a task."
          },
          "message_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The message that shows it; null of a task."
          },
          "sender": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "agent",
              "human",
              null
            ]
          },
          "sender_name": {
            "type": [
              "string",
              "null"
            ]
          },
          "title": {
            "type": [
              "array",
              "null"
            ],
            "items": {
              "$ref": "#/components/schemas/ExcerptPart"
            },
            "description": "The title of a report or a request, or the name of a task."
          },
          "excerpt": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ExcerptPart"
            },
            "description": "The part of the text around the first match, at most 240 characters; empty without a text. It is the beginning of the text if the hits\nbefore it on the page have long texts.\n"
          }
        }
      },
      "ExcerptPart": {
        "type": "object",
        "required": [
          "text",
          "is_match"
        ],
        "properties": {
          "text": {
            "type": "string",
            "description": "Plain text. It is no markup."
          },
          "is_match": {
            "type": "boolean",
            "description": "Whether it is what was searched for."
          }
        }
      },
      "SenderScheme": {
        "type": "string",
        "enum": [
          "github",
          "stripe",
          "slack",
          "standard_webhooks",
          "shared_header"
        ],
        "description": "`github`: `X-Hub-Signature-256`. `stripe`: `Stripe-Signature`. `slack`: `X-Slack-Signature`. `standard_webhooks`: `webhook-signature`. `shared_header`: the\nsecret itself, in a header of the sender's choice.\n"
      },
      "SenderHeader": {
        "type": [
          "string",
          "null"
        ],
        "maxLength": 64,
        "pattern": "^[0-9A-Za-z!#$%&'*+.^_`|~-]+$",
        "description": "The name of a header, in any case. Only of `shared_header`."
      },
      "NewTriggerSender": {
        "type": "object",
        "required": [
          "scheme",
          "secrets"
        ],
        "properties": {
          "scheme": {
            "$ref": "#/components/schemas/SenderScheme"
          },
          "secrets": {
            "type": "array",
            "minItems": 1,
            "maxItems": 4,
            "items": {
              "type": "string",
              "minLength": 8,
              "maxLength": 255,
              "pattern": "^[!-~](?:[ -~]*[!-~])?$"
            },
            "description": "The secrets as the provider shows them, any of which proves. Printable ASCII. For `standard_webhooks` base64, with `whsec_` before it or without.\n"
          },
          "header": {
            "$ref": "#/components/schemas/SenderHeader"
          },
          "delivery_id_header": {
            "$ref": "#/components/schemas/SenderHeader"
          },
          "grace_period_seconds": {
            "type": "integer",
            "minimum": 0,
            "maximum": 604800,
            "default": 0,
            "description": "How long the secrets that were there go on proving, if the scheme stays. Not at all unless given. At most eight prove at once."
          }
        }
      },
      "TriggerSender": {
        "type": "object",
        "required": [
          "scheme",
          "header",
          "delivery_id_header",
          "secrets",
          "former_secrets_until",
          "set_at",
          "refused"
        ],
        "description": "Only in the client API, and only of event tasks that have one. Who may call the trigger, and what did not prove to come from there.",
        "properties": {
          "scheme": {
            "$ref": "#/components/schemas/SenderScheme"
          },
          "header": {
            "type": [
              "string",
              "null"
            ],
            "description": "The header that holds the secret, in lower case; of `shared_header`."
          },
          "delivery_id_header": {
            "type": [
              "string",
              "null"
            ],
            "description": "The header that holds the id of a delivery, in lower case; of `shared_header`, if it has one."
          },
          "secrets": {
            "type": "integer",
            "description": "How many secrets prove. They are never shown."
          },
          "former_secrets_until": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Until when former secrets prove as well; null if they do not."
          },
          "set_at": {
            "type": "string",
            "format": "date-time",
            "description": "Since when it is there."
          },
          "refused": {
            "type": [
              "object",
              "null"
            ],
            "required": [
              "count",
              "last_at",
              "last_reason"
            ],
            "description": "Calls that were refused since there is a sender; null before the first. A count may be a second late.",
            "properties": {
              "count": {
                "type": "integer",
                "description": "How many."
              },
              "last_at": {
                "type": "string",
                "format": "date-time",
                "description": "When the last one came."
              },
              "last_reason": {
                "type": "string",
                "enum": [
                  "signature_missing",
                  "signature_wrong",
                  "timestamp_out_of_range"
                ],
                "description": "What was wrong with the last one. Its caller was not told."
              }
            }
          }
        }
      },
      "SigningSecretRotation": {
        "type": "object",
        "properties": {
          "grace_period_seconds": {
            "type": "integer",
            "minimum": 0,
            "maximum": 604800,
            "default": 86400,
            "description": "How long the former secret signs as well; 0 for not at all. A day unless given."
          }
        }
      },
      "RotatedSigningSecret": {
        "type": "object",
        "required": [
          "agent_id",
          "signing_secret",
          "previous_signature_until"
        ],
        "properties": {
          "agent_id": {
            "type": "string"
          },
          "signing_secret": {
            "type": "string",
            "pattern": "^whsec_[0-9A-Za-z+/]{43}=$",
            "description": "Shown this once. The key of `X-Svc-Signature` is this text. Libraries of Standard Webhooks take it as it is; for them the key is what\nthe base64 behind `whsec_` says.\n"
          },
          "previous_signature_until": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "Until when deliveries carry the former signature as well; null if it ended at once."
          }
        }
      },
      "NewDeviceLogin": {
        "type": "object",
        "required": [
          "client_name",
          "scopes"
        ],
        "properties": {
          "client_name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "pattern": "\\S",
            "description": "What the person reads, and the name of the key."
          },
          "scopes": {
            "$ref": "#/components/schemas/ApiKeyScopes"
          },
          "expires_in_seconds": {
            "type": "integer",
            "minimum": 1,
            "maximum": 31536000,
            "description": "How long the key is to last. 90 days unless given."
          }
        }
      },
      "DeviceCodes": {
        "type": "object",
        "required": [
          "device_code",
          "user_code",
          "verification_uri",
          "verification_uri_complete",
          "expires_in",
          "interval"
        ],
        "properties": {
          "device_code": {
            "type": "string",
            "pattern": "^svc_dvl_[0-9a-f]{32}_[0-9a-f]{40}$",
            "description": "For the program alone."
          },
          "user_code": {
            "type": "string",
            "description": "For the person to type."
          },
          "verification_uri": {
            "type": "string",
            "format": "uri",
            "description": "The page where the person types it."
          },
          "verification_uri_complete": {
            "type": "string",
            "format": "uri",
            "description": "The same with the code in it."
          },
          "expires_in": {
            "type": "integer",
            "minimum": 1,
            "description": "How long both codes last, in seconds."
          },
          "interval": {
            "type": "integer",
            "minimum": 1,
            "description": "How long the program waits between its questions, in seconds."
          }
        }
      },
      "DeviceCodeExchange": {
        "type": "object",
        "required": [
          "grant_type",
          "device_code"
        ],
        "properties": {
          "grant_type": {
            "type": "string",
            "enum": [
              "urn:ietf:params:oauth:grant-type:device_code"
            ]
          },
          "device_code": {
            "type": "string",
            "maxLength": 200
          }
        }
      },
      "GrantedKey": {
        "type": "object",
        "required": [
          "access_token",
          "token_type",
          "scope",
          "expires_in",
          "key_id",
          "user"
        ],
        "properties": {
          "access_token": {
            "type": "string",
            "pattern": "^svc_pat_[0-9a-f]{32}_[0-9a-f]{40}$"
          },
          "token_type": {
            "type": "string",
            "enum": [
              "Bearer"
            ]
          },
          "scope": {
            "type": "string",
            "description": "What the person has granted."
          },
          "expires_in": {
            "type": "integer",
            "minimum": 0,
            "description": "In seconds."
          },
          "key_id": {
            "type": "string",
            "description": "The key, `pat_<id>`."
          },
          "user": {
            "type": "object",
            "required": [
              "user_id",
              "name",
              "email"
            ],
            "properties": {
              "user_id": {
                "type": "string"
              },
              "name": {
                "type": "string"
              },
              "email": {
                "type": "string"
              }
            }
          }
        }
      },
      "DeviceLoginError": {
        "type": "object",
        "required": [
          "detail"
        ],
        "properties": {
          "error": {
            "type": "string",
            "enum": [
              "authorization_pending",
              "slow_down",
              "access_denied",
              "expired_token"
            ],
            "description": "As RFC 8628, section 3.5, has them."
          },
          "detail": {
            "type": "string"
          }
        }
      },
      "DeviceUserCode": {
        "type": "object",
        "required": [
          "user_code"
        ],
        "properties": {
          "user_code": {
            "type": "string",
            "minLength": 1,
            "maxLength": 40,
            "description": "In capitals or not, with its dash or without."
          }
        }
      },
      "DeviceLogin": {
        "type": "object",
        "required": [
          "client_name",
          "address",
          "scopes",
          "expires_in_seconds",
          "created_at",
          "expires_at"
        ],
        "properties": {
          "client_name": {
            "type": "string"
          },
          "address": {
            "type": [
              "string",
              "null"
            ],
            "description": "From where the program has asked; as much of it as is kept."
          },
          "scopes": {
            "$ref": "#/components/schemas/ApiKeyScopes"
          },
          "expires_in_seconds": {
            "type": "integer",
            "minimum": 1
          },
          "created_at": {
            "type": "string",
            "format": "date-time"
          },
          "expires_at": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "DeviceLoginAnswer": {
        "type": "object",
        "required": [
          "user_code",
          "approved"
        ],
        "properties": {
          "user_code": {
            "type": "string",
            "minLength": 1,
            "maxLength": 40
          },
          "approved": {
            "type": "boolean"
          },
          "scopes": {
            "$ref": "#/components/schemas/ApiKeyScopes"
          },
          "expires_in_seconds": {
            "type": "integer",
            "minimum": 1,
            "maximum": 31536000
          }
        }
      },
      "Caller": {
        "type": "object",
        "required": [
          "user_id",
          "name",
          "email",
          "api_key"
        ],
        "properties": {
          "user_id": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "email": {
            "type": "string"
          },
          "api_key": {
            "anyOf": [
              {
                "type": "null"
              },
              {
                "type": "object",
                "required": [
                  "key_id",
                  "name",
                  "scopes",
                  "expires_at"
                ],
                "properties": {
                  "key_id": {
                    "type": "string"
                  },
                  "name": {
                    "type": "string"
                  },
                  "scopes": {
                    "$ref": "#/components/schemas/ApiKeyScopes"
                  },
                  "expires_at": {
                    "type": "string",
                    "format": "date-time"
                  }
                }
              }
            ],
            "description": "Null for a session."
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
                "enum": [
                  "queued",
                  "pong"
                ]
              }
            }
          },
          {
            "type": "object",
            "required": [
              "challenge"
            ],
            "properties": {
              "challenge": {
                "type": "string",
                "description": "What Slack has sent."
              }
            }
          }
        ]
      },
      "McpMessage": {
        "type": "object",
        "required": [
          "jsonrpc"
        ],
        "description": "A request or a notification of JSON-RPC 2.0, as the Model Context Protocol has them.",
        "properties": {
          "jsonrpc": {
            "type": "string",
            "const": "2.0"
          },
          "id": {
            "type": [
              "string",
              "integer"
            ],
            "description": "Comes back with the answer. Absent from a notification."
          },
          "method": {
            "type": "string"
          },
          "params": {
            "type": "object"
          }
        }
      },
      "McpAnswer": {
        "type": "object",
        "required": [
          "jsonrpc"
        ],
        "additionalProperties": true,
        "properties": {
          "jsonrpc": {
            "type": "string",
            "const": "2.0"
          },
          "id": {
            "type": [
              "string",
              "integer",
              "null"
            ],
            "description": "That of the request; null or absent if it could not be read."
          },
          "result": {
            "type": "object"
          },
          "error": {
            "type": "object",
            "required": [
              "code",
              "message"
            ],
            "properties": {
              "code": {
                "type": "integer"
              },
              "message": {
                "type": "string"
              }
            }
          }
        }
      },
      "MessageFile": {
        "type": "object",
        "required": [
          "url",
          "name",
          "content_type",
          "byte_length"
        ],
        "properties": {
          "url": {
            "type": "string",
            "description": "A link to the file. It is always served for saving."
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
        }
      },
      "ReceivedFile": {
        "type": "object",
        "required": [
          "media_id",
          "content_type",
          "byte_length",
          "url"
        ],
        "properties": {
          "media_id": {
            "type": "string",
            "description": "Names the file in `media_ids` of a message."
          },
          "content_type": {
            "type": "string",
            "description": "What the file is by its content."
          },
          "byte_length": {
            "type": "integer",
            "minimum": 0,
            "description": "Its size; of a picture of a person, without what cameras write beside it."
          },
          "url": {
            "type": "string",
            "description": "A link to the file."
          }
        }
      },
      "AgentMessageStreamed": {
        "type": "object",
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "ok",
              "aborted"
            ]
          },
          "message_id": {
            "type": "string",
            "description": "The message, `msg_<id>`; absent if it was given up."
          },
          "conversation_id": {
            "type": "string",
            "description": "Where it went; absent if it was given up."
          }
        }
      },
      "MessageStream": {
        "type": "object",
        "required": [
          "message_id",
          "agent_id",
          "state",
          "text",
          "started_at"
        ],
        "properties": {
          "message_id": {
            "type": "string",
            "description": "The id that the message has when it is stored."
          },
          "agent_id": {
            "type": "string"
          },
          "state": {
            "type": "string",
            "enum": [
              "writing",
              "cut"
            ],
            "description": "`cut`: it broke off, and no more of it comes."
          },
          "text": {
            "type": "string",
            "description": "The text so far. Markdown."
          },
          "started_at": {
            "type": "string",
            "format": "date-time"
          }
        }
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
      "StartedRun": {
        "type": "object",
        "required": [
          "run_id"
        ],
        "properties": {
          "run_id": {
            "type": "string",
            "description": "The run, `run_<id>`."
          }
        }
      },
      "RunCompletion": {
        "type": "object",
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "completed",
              "failed"
            ]
          },
          "summary": {
            "type": "string",
            "maxLength": 1000,
            "description": "Markdown. Characters are counted as Unicode code points, as JSON Schema does."
          }
        }
      },
      "CompletedRun": {
        "type": "object",
        "required": [
          "status",
          "run_id"
        ],
        "properties": {
          "status": {
            "type": "string",
            "enum": [
              "completed",
              "failed"
            ]
          },
          "run_id": {
            "type": "string"
          }
        }
      },
      "TaskRun": {
        "type": "object",
        "description": "A run of a task, as the service shows it.",
        "required": [
          "id",
          "task_id",
          "agent_id",
          "status",
          "summary",
          "started_at",
          "finished_at"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The run, `run_<id>`."
          },
          "task_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The task; null once it was deleted."
          },
          "agent_id": {
            "type": "string",
            "description": "The agent that works on it, `agt_<id>`."
          },
          "status": {
            "$ref": "#/components/schemas/RunStatus"
          },
          "summary": {
            "type": [
              "string",
              "null"
            ],
            "description": "Markdown; null before the run is completed, or where none was given."
          },
          "started_at": {
            "type": "string",
            "format": "date-time",
            "description": "When the run was created."
          },
          "finished_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it ended; null before."
          },
          "attempt": {
            "type": "integer",
            "description": "Only from the second on, of a run that was offered again."
          },
          "failure_reason": {
            "type": "string",
            "enum": [
              "lost",
              "timeout"
            ],
            "description": "Only of a run that the service ended: its agent was not heard of before the lease ended, or it took longer than its task allows.\n"
          },
          "lease_expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "Only while the run is running and its agent sends heartbeats."
          },
          "headers": {
            "$ref": "#/components/schemas/CallHeaders"
          },
          "progress": {
            "$ref": "#/components/schemas/RunProgress"
          }
        }
      },
      "RunProgress": {
        "type": "object",
        "required": [
          "text",
          "updated_at"
        ],
        "properties": {
          "percent": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100,
            "description": "How much is done."
          },
          "text": {
            "type": "string",
            "description": "What is under way."
          },
          "updated_at": {
            "type": "string",
            "format": "date-time",
            "description": "When the agent said it."
          }
        },
        "description": "The agent's latest word of how far the run is; only while the run is running."
      },
      "RunPage": {
        "type": "object",
        "description": "A page of runs.",
        "required": [
          "runs",
          "next_cursor"
        ],
        "properties": {
          "runs": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ListedRun"
            },
            "description": "The runs, newest first."
          },
          "next_cursor": {
            "type": [
              "string",
              "null"
            ],
            "description": "The `cursor` of the next page; null on the last one. With `status` a page may be shorter than `limit`, though it is not the last."
          }
        }
      },
      "ListedRun": {
        "type": "object",
        "description": "A run in a list of runs.",
        "required": [
          "id",
          "task_id",
          "agent_id",
          "status",
          "summary",
          "started_at",
          "finished_at"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The run, `run_<id>`."
          },
          "task_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The task; null once it was deleted."
          },
          "agent_id": {
            "type": "string",
            "description": "The agent that works on it, `agt_<id>`."
          },
          "status": {
            "$ref": "#/components/schemas/RunStatus"
          },
          "summary": {
            "type": [
              "string",
              "null"
            ],
            "description": "Markdown; null before the run is completed, or where none was given."
          },
          "started_at": {
            "type": "string",
            "format": "date-time",
            "description": "When the run was created."
          },
          "finished_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it ended; null before."
          },
          "attempt": {
            "type": "integer",
            "description": "Only from the second on, of a run that was offered again."
          },
          "failure_reason": {
            "type": "string",
            "enum": [
              "lost",
              "timeout"
            ],
            "description": "Only of a run that the service ended: its agent was not heard of before the lease ended, or it took longer than its task allows.\n"
          },
          "lease_expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "Only while the run is running and its agent sends heartbeats."
          },
          "headers": {
            "$ref": "#/components/schemas/CallHeaders"
          },
          "progress": {
            "$ref": "#/components/schemas/RunProgress"
          },
          "prompt": {
            "type": "string",
            "description": "The instructions of its task. Only in a list of runs that are `pending` or `running`."
          },
          "payload": {
            "type": "object",
            "description": "The body that has triggered it. Only in a list of runs that are `pending` or `running`, of a run of an event task, for as long as its event is kept."
          }
        }
      },
      "Heartbeat": {
        "type": "object",
        "required": [
          "lease_seconds"
        ],
        "properties": {
          "lease_seconds": {
            "type": "integer",
            "minimum": 5,
            "maximum": 3600,
            "description": "The run is lost if its agent is not heard of within these seconds."
          },
          "attempt": {
            "type": "integer",
            "minimum": 1,
            "description": "The attempt that the caller works on. If the run is in another one, it is 409."
          }
        }
      },
      "RunLease": {
        "type": "object",
        "required": [
          "run_id",
          "status",
          "lease_expires_at",
          "attempt"
        ],
        "properties": {
          "run_id": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "const": "running"
          },
          "lease_expires_at": {
            "type": "string",
            "format": "date-time"
          },
          "attempt": {
            "type": "integer",
            "description": "The number of the attempt, from 1."
          }
        }
      },
      "RunRelease": {
        "type": "object",
        "properties": {
          "attempt": {
            "type": "integer",
            "minimum": 1,
            "description": "The attempt that the caller has worked on. If the run is in another one, it is 409."
          }
        }
      },
      "ReleasedRun": {
        "type": "object",
        "required": [
          "run_id",
          "status"
        ],
        "properties": {
          "run_id": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "const": "pending"
          }
        }
      },
      "ProgressReport": {
        "type": "object",
        "required": [
          "text"
        ],
        "properties": {
          "percent": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100
          },
          "text": {
            "type": "string",
            "minLength": 1,
            "maxLength": 500,
            "description": "Not blank."
          },
          "attempt": {
            "type": "integer",
            "minimum": 1,
            "description": "The attempt that the caller works on. If the run is in another one, or waits to be offered again, it is 409."
          }
        }
      },
      "ReportedProgress": {
        "type": "object",
        "required": [
          "run_id",
          "status"
        ],
        "properties": {
          "run_id": {
            "type": "string"
          },
          "status": {
            "type": "string",
            "const": "running"
          }
        }
      },
      "RunsInProgress": {
        "type": "object",
        "required": [
          "conversation_id",
          "runs"
        ],
        "properties": {
          "conversation_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The conversation that the bubbles of those runs will come to that have none of their own; null if there is none yet, or no such run."
          },
          "runs": {
            "type": "array",
            "maxItems": 20,
            "items": {
              "$ref": "#/components/schemas/RunInProgress"
            }
          }
        }
      },
      "RunInProgress": {
        "type": "object",
        "required": [
          "id",
          "task_id",
          "task_name",
          "agent_id",
          "origin",
          "scheduled_for",
          "status",
          "summary",
          "started_at",
          "finished_at"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The run, `run_<id>`."
          },
          "task_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The task; null once it was deleted."
          },
          "task_name": {
            "type": [
              "string",
              "null"
            ]
          },
          "agent_id": {
            "type": "string",
            "description": "The agent that works on it, `agt_<id>`."
          },
          "conversation_id": {
            "type": "string",
            "description": "Where its messages and its bubble go; only once a message or a request of the run has come to it."
          },
          "origin": {
            "$ref": "#/components/schemas/RunOrigin"
          },
          "scheduled_for": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time"
          },
          "status": {
            "$ref": "#/components/schemas/RunStatus"
          },
          "summary": {
            "type": [
              "string",
              "null"
            ],
            "description": "Markdown; null before the run is completed, or where none was given."
          },
          "started_at": {
            "type": "string",
            "format": "date-time",
            "description": "When the run was created."
          },
          "finished_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it ended; null before."
          },
          "attempt": {
            "type": "integer",
            "description": "Only from the second on, of a run that was offered again."
          },
          "failure_reason": {
            "type": "string",
            "enum": [
              "lost",
              "timeout"
            ],
            "description": "Only of a run that the service ended: its agent was not heard of before the lease ended, or it took longer than its task allows.\n"
          },
          "lease_expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "Only while the run is running and its agent sends heartbeats."
          },
          "headers": {
            "$ref": "#/components/schemas/CallHeaders"
          },
          "progress": {
            "$ref": "#/components/schemas/RunProgress"
          }
        }
      },
      "ClientRun": {
        "type": "object",
        "required": [
          "id",
          "task_id",
          "agent_id",
          "origin",
          "scheduled_for",
          "status",
          "summary",
          "started_at",
          "finished_at"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The run, `run_<id>`."
          },
          "task_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The task; null once it was deleted."
          },
          "agent_id": {
            "type": "string",
            "description": "The agent that works on it, `agt_<id>`."
          },
          "origin": {
            "$ref": "#/components/schemas/RunOrigin"
          },
          "scheduled_for": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "The occurrence of the schedule that the run is for."
          },
          "status": {
            "$ref": "#/components/schemas/RunStatus"
          },
          "summary": {
            "type": [
              "string",
              "null"
            ],
            "description": "Markdown; null before the run is completed, or where none was given."
          },
          "started_at": {
            "type": "string",
            "format": "date-time",
            "description": "When the run was created."
          },
          "finished_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it ended; null before."
          },
          "attempt": {
            "type": "integer",
            "description": "Only from the second on, of a run that was offered again."
          },
          "failure_reason": {
            "type": "string",
            "enum": [
              "lost",
              "timeout"
            ],
            "description": "Only of a run that the service ended: its agent was not heard of before the lease ended, or it took longer than its task allows.\n"
          },
          "lease_expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "Only while the run is running and its agent sends heartbeats."
          },
          "headers": {
            "$ref": "#/components/schemas/CallHeaders"
          },
          "progress": {
            "$ref": "#/components/schemas/RunProgress"
          }
        }
      },
      "ClientRunDetails": {
        "type": "object",
        "required": [
          "id",
          "task_id",
          "task_name",
          "agent_id",
          "origin",
          "scheduled_for",
          "status",
          "summary",
          "started_at",
          "finished_at",
          "event_id",
          "context"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The run, `run_<id>`."
          },
          "task_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The task; null once it was deleted."
          },
          "task_name": {
            "type": [
              "string",
              "null"
            ],
            "description": "Null once the task was deleted."
          },
          "agent_id": {
            "type": "string",
            "description": "The agent that works on it, `agt_<id>`."
          },
          "conversation_id": {
            "type": "string",
            "description": "Where its messages and its bubble go; only once a message or a request of the run has come to it."
          },
          "origin": {
            "$ref": "#/components/schemas/RunOrigin"
          },
          "scheduled_for": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "The occurrence of the schedule that the run is for."
          },
          "status": {
            "$ref": "#/components/schemas/RunStatus"
          },
          "summary": {
            "type": [
              "string",
              "null"
            ],
            "description": "Markdown; null before the run is completed, or where none was given."
          },
          "started_at": {
            "type": "string",
            "format": "date-time",
            "description": "When the run was created."
          },
          "finished_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When it ended; null before."
          },
          "attempt": {
            "type": "integer",
            "description": "Only from the second on, of a run that was offered again."
          },
          "failure_reason": {
            "type": "string",
            "enum": [
              "lost",
              "timeout"
            ],
            "description": "Only of a run that the service ended: its agent was not heard of before the lease ended, or it took longer than its task allows.\n"
          },
          "lease_expires_at": {
            "type": "string",
            "format": "date-time",
            "description": "Only while the run is running and its agent sends heartbeats."
          },
          "headers": {
            "$ref": "#/components/schemas/CallHeaders"
          },
          "progress": {
            "$ref": "#/components/schemas/RunProgress"
          },
          "event_id": {
            "type": [
              "string",
              "null"
            ],
            "description": "The event that offers the run to its agent; null if the agent began it. It may have been removed since."
          },
          "context": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContextBlock"
            },
            "description": "The scratchpad; empty once the run is finished."
          }
        }
      },
      "NewContextBlock": {
        "type": "object",
        "required": [
          "text"
        ],
        "properties": {
          "text": {
            "type": "string",
            "minLength": 1,
            "maxLength": 65536,
            "description": "Free text."
          },
          "run_id": {
            "type": "string",
            "description": "The run, once more; the path counts."
          },
          "attempt": {
            "type": "integer",
            "minimum": 1,
            "description": "The attempt that the caller works on. If the run is in another one, or waits to be offered again, it is 409."
          }
        }
      },
      "ContextBlockAccepted": {
        "type": "object",
        "required": [
          "status",
          "block_id"
        ],
        "properties": {
          "status": {
            "type": "string",
            "const": "ok"
          },
          "block_id": {
            "type": "integer",
            "description": "The number of the block within its run."
          }
        }
      },
      "ContextBlock": {
        "type": "object",
        "description": "A block of a run's scratchpad.",
        "required": [
          "id",
          "text",
          "created_at"
        ],
        "properties": {
          "id": {
            "type": "integer",
            "description": "Its number within the run."
          },
          "text": {
            "type": "string",
            "description": "What was written, at most 65,536 characters."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was written."
          }
        }
      },
      "RunContext": {
        "type": "object",
        "required": [
          "run_id",
          "blocks"
        ],
        "properties": {
          "run_id": {
            "type": "string"
          },
          "blocks": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ContextBlock"
            }
          }
        }
      },
      "TaskName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "description": "The name, by which an agent chooses the handler. Not blank."
      },
      "TaskPrompt": {
        "type": "string",
        "minLength": 1,
        "maxLength": 32768,
        "description": "The instructions for each run. Not blank."
      },
      "TaskSchedule": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "description": "A cron expression of five fields (minute, hour, day of month, month, day of week), `once` or `event`.\n"
      },
      "TaskTimezone": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "description": "The time zone in which a cron schedule is evaluated: a zone or a link of the IANA database, which is answered in its spelling.\n",
        "examples": [
          "UTC",
          "Europe/Vienna"
        ]
      },
      "TaskRunAt": {
        "type": [
          "string",
          "null"
        ],
        "format": "date-time",
        "maxLength": 64,
        "description": "When a task with the schedule `once` is due; without it, at once. Other schedules have none."
      },
      "TriggerType": {
        "type": "string",
        "enum": [
          "scheduled",
          "event"
        ],
        "description": "`event`: whenever its trigger URL is called. `scheduled`: all others."
      },
      "RunStatus": {
        "type": "string",
        "enum": [
          "pending",
          "running",
          "completed",
          "failed",
          "cancelled"
        ],
        "description": "`pending`: created by the service, not yet known to have reached the agent. `cancelled`: the user cancelled it, or its task was deleted.\n"
      },
      "RunOrigin": {
        "type": "string",
        "enum": [
          "schedule",
          "trigger",
          "manual"
        ],
        "description": "What the run was created by."
      },
      "TaskTimeout": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": 5,
        "maximum": 604800,
        "description": "How many seconds an attempt of a run may take, from when it is `running`. A run that takes longer has failed with the reason `timeout`,\nor is offered again. Null: as long as it likes.\n"
      },
      "TaskRetry": {
        "type": [
          "object",
          "null"
        ],
        "required": [
          "max"
        ],
        "properties": {
          "max": {
            "type": "integer",
            "minimum": 0,
            "maximum": 10,
            "description": "How often a run that was lost or took too long is offered again."
          },
          "backoff_seconds": {
            "type": "integer",
            "minimum": 1,
            "maximum": 3600,
            "default": 30,
            "description": "How long it waits before that at first. The wait doubles each time, and is never longer than 6 hours."
          }
        },
        "description": "Whether a run whose lease ended, or that took too long, is offered again, under the same id and with its scratchpad. Null: it has\nfailed. A run that its agent completes as `failed` is not offered again.\n"
      },
      "TriggerHeaders": {
        "type": "array",
        "maxItems": 20,
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 100,
          "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
        },
        "description": "Names of headers that the agent gets of each call of the trigger URL, as `headers` beside the payload; only for an event task. An empty list\nnames none. The header that holds the secret of a `shared_header` sender is never passed on, and it leaves the names\nwhen the sender is changed or removed.\n",
        "examples": [
          [
            "x-github-event"
          ]
        ]
      },
      "CallHeaders": {
        "type": "object",
        "additionalProperties": {
          "type": "string"
        },
        "description": "Only where the task has `trigger_headers`. Those headers of the call that it names, in lower case."
      },
      "NewTask": {
        "type": "object",
        "description": "A task that is to be made. Without `timezone` it is UTC, and without `enabled` true.",
        "required": [
          "name",
          "prompt",
          "schedule"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/TaskName"
          },
          "prompt": {
            "$ref": "#/components/schemas/TaskPrompt"
          },
          "schedule": {
            "$ref": "#/components/schemas/TaskSchedule"
          },
          "timezone": {
            "$ref": "#/components/schemas/TaskTimezone"
          },
          "run_at": {
            "$ref": "#/components/schemas/TaskRunAt"
          },
          "enabled": {
            "type": "boolean",
            "description": "A disabled task neither runs on schedule nor by its trigger."
          },
          "timeout_seconds": {
            "$ref": "#/components/schemas/TaskTimeout"
          },
          "retry": {
            "$ref": "#/components/schemas/TaskRetry"
          },
          "trigger_headers": {
            "$ref": "#/components/schemas/TriggerHeaders"
          }
        }
      },
      "TaskChanges": {
        "type": "object",
        "description": "What is to be changed of a task. What is left out stays as it is.",
        "properties": {
          "name": {
            "$ref": "#/components/schemas/TaskName"
          },
          "prompt": {
            "$ref": "#/components/schemas/TaskPrompt"
          },
          "schedule": {
            "$ref": "#/components/schemas/TaskSchedule"
          },
          "timezone": {
            "$ref": "#/components/schemas/TaskTimezone"
          },
          "run_at": {
            "$ref": "#/components/schemas/TaskRunAt"
          },
          "enabled": {
            "type": "boolean",
            "description": "A disabled task neither runs on schedule nor by its trigger."
          },
          "timeout_seconds": {
            "$ref": "#/components/schemas/TaskTimeout"
          },
          "retry": {
            "$ref": "#/components/schemas/TaskRetry"
          },
          "trigger_headers": {
            "$ref": "#/components/schemas/TriggerHeaders"
          }
        }
      },
      "Task": {
        "type": "object",
        "description": "A task of an agent.",
        "required": [
          "id",
          "name",
          "prompt",
          "schedule",
          "trigger_type",
          "timezone",
          "run_at",
          "enabled",
          "next_run_at",
          "last_run_status",
          "created_at"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The task, `tsk_<id>`."
          },
          "name": {
            "type": "string",
            "description": "The name, by which an agent chooses the handler."
          },
          "prompt": {
            "type": "string",
            "description": "The instructions for each run."
          },
          "schedule": {
            "type": "string",
            "description": "A cron expression of five fields, `once` or `event`."
          },
          "trigger_type": {
            "$ref": "#/components/schemas/TriggerType"
          },
          "timezone": {
            "type": "string",
            "description": "The IANA time zone in which a cron schedule is evaluated."
          },
          "run_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "When a task with the schedule `once` is due; else null."
          },
          "enabled": {
            "type": "boolean",
            "description": "A disabled task neither runs on schedule nor by its trigger."
          },
          "next_run_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "description": "The next occurrence; null for an event task, a disabled one, and a `once` that has run."
          },
          "last_run_status": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "pending",
              "running",
              "completed",
              "failed",
              "cancelled",
              null
            ],
            "description": "The status of the task's newest run; null before the first."
          },
          "trigger_id": {
            "type": "string",
            "description": "Event tasks only. 64 hex characters; `/webhook/{trigger_id}` starts a run."
          },
          "trigger_headers": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Only where it is set. Names of headers that the agent gets of each call."
          },
          "timeout_seconds": {
            "type": "integer",
            "description": "Only where it is set. How many seconds an attempt of a run may take."
          },
          "retry": {
            "type": "object",
            "required": [
              "max",
              "backoff_seconds"
            ],
            "properties": {
              "max": {
                "type": "integer",
                "description": "How often it is offered again."
              },
              "backoff_seconds": {
                "type": "integer",
                "description": "How long it waits before that at first."
              }
            },
            "description": "Only where it is set. How often a run that was lost or took too long is offered again, and after how long at first."
          },
          "created_at": {
            "type": "string",
            "format": "date-time",
            "description": "When it was made."
          },
          "sender": {
            "$ref": "#/components/schemas/TriggerSender"
          }
        }
      },
      "DueTask": {
        "type": "object",
        "required": [
          "id",
          "name",
          "prompt",
          "schedule",
          "trigger_type",
          "enabled"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "prompt": {
            "type": "string"
          },
          "schedule": {
            "type": "string"
          },
          "trigger_type": {
            "$ref": "#/components/schemas/TriggerType"
          },
          "enabled": {
            "type": "boolean"
          }
        }
      },
      "PendingTrigger": {
        "type": "object",
        "required": [
          "id",
          "task_id",
          "task_name",
          "task_prompt",
          "payload",
          "run_id",
          "received_at"
        ],
        "properties": {
          "id": {
            "type": "string",
            "description": "The event, `evt_<id>`."
          },
          "task_id": {
            "type": "string"
          },
          "task_name": {
            "type": "string"
          },
          "task_prompt": {
            "type": "string"
          },
          "headers": {
            "$ref": "#/components/schemas/CallHeaders"
          },
          "payload": {
            "$ref": "#/components/schemas/TriggerPayload"
          },
          "run_id": {
            "type": "string",
            "description": "The run that was created for the call, `run_<id>`."
          },
          "received_at": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "EventType": {
        "type": "string",
        "enum": [
          "decision_resolved",
          "run_cancelled",
          "task_due",
          "task_trigger",
          "user_message"
        ]
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
      },
      "RunCancelledEvent": {
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
    "parameters": {
      "DecisionIdPath": {
        "name": "decision_id",
        "in": "path",
        "required": true,
        "description": "The decision, `dec_<id>`.",
        "schema": {
          "type": "string",
          "pattern": "^dec_[0-9A-Za-z]{1,64}$"
        },
        "example": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c"
      },
      "DecisionStatusQuery": {
        "name": "status",
        "in": "query",
        "description": "Only decisions with this status.",
        "schema": {
          "$ref": "#/components/schemas/DecisionStatus"
        }
      },
      "DecisionCursor": {
        "name": "cursor",
        "in": "query",
        "description": "The `decision_id` of the last decision of the page before.",
        "schema": {
          "type": "string",
          "pattern": "^dec_[0-9A-Za-z]{1,64}$"
        }
      },
      "RunPageCursor": {
        "name": "cursor",
        "in": "query",
        "description": "The `next_cursor` of the page before. Its run may have been removed since.",
        "schema": {
          "type": "string",
          "pattern": "^run_[0-9A-Za-z]{1,64}$"
        }
      },
      "DeliveryEventId": {
        "name": "X-Svc-Event-Id",
        "in": "header",
        "required": true,
        "description": "The event; the same for all its attempts. Deduplicate on it.",
        "schema": {
          "type": "string",
          "pattern": "^evt_[0-9a-f]+$"
        },
        "example": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d"
      },
      "DeliveryEventSeq": {
        "name": "X-Svc-Event-Seq",
        "in": "header",
        "description": "Its number among the agent's events, from 1. A test of the webhook has none.",
        "schema": {
          "type": "integer",
          "minimum": 1
        },
        "example": 17
      },
      "DeliveryEventCreatedAt": {
        "name": "X-Svc-Event-Created-At",
        "in": "header",
        "description": "When it was written. A test of the webhook has none.",
        "schema": {
          "type": "string",
          "format": "date-time"
        },
        "example": "2026-03-02T09:29:59.000Z"
      },
      "DeliveryId": {
        "name": "X-Svc-Delivery-Id",
        "in": "header",
        "required": true,
        "description": "The attempt; new each time.",
        "schema": {
          "type": "string",
          "pattern": "^dlv_[0-9a-f]+$"
        },
        "example": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e"
      },
      "DeliveryTimestamp": {
        "name": "X-Svc-Timestamp",
        "in": "header",
        "required": true,
        "description": "Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock.",
        "schema": {
          "type": "integer"
        },
        "example": 1772443800
      },
      "DeliveryRetryNum": {
        "name": "X-Svc-Retry-Num",
        "in": "header",
        "required": true,
        "description": "0 for the first attempt, 1 to 3 for the retries.",
        "schema": {
          "type": "integer",
          "minimum": 0
        },
        "example": 0
      },
      "DeliveryRetryReason": {
        "name": "X-Svc-Retry-Reason",
        "in": "header",
        "required": true,
        "description": "Why the attempt is made.",
        "schema": {
          "$ref": "#/components/schemas/RetryReason"
        },
        "example": "first_attempt"
      },
      "DeliverySignature": {
        "name": "X-Svc-Signature",
        "in": "header",
        "description": "`sha256=` and the hex HMAC-SHA256, keyed with the agent's signing secret, or with its secret where it has none, over the bytes of the `X-Svc-Timestamp` value, a dot and the\nraw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,\n`webhook-signature`) are sent as well.\n",
        "schema": {
          "type": "string",
          "pattern": "^sha256=[0-9a-f]{64}$"
        },
        "example": "sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f"
      },
      "DeliveryPreviousSignature": {
        "name": "X-Svc-Signature-Previous",
        "in": "header",
        "description": "Only during the grace of a rotated signing secret: the same signature, by the secret that signed before. A receiver that knows only that\nsecret compares this header.\n",
        "schema": {
          "type": "string",
          "pattern": "^sha256=[0-9a-f]{64}$"
        },
        "example": "sha256=0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6"
      },
      "FileName": {
        "name": "name",
        "in": "query",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1000
        },
        "description": "What a file of any kind is called. A path, control characters and marks that turn the direction of text are taken from it, and what is beyond 255 bytes.\nWithout `name` the file has to be a picture or a recording.\n",
        "example": "report.pdf"
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
      "ApiKeyIdPath": {
        "name": "key_id",
        "in": "path",
        "required": true,
        "description": "The API key, `pat_<id>`.",
        "schema": {
          "type": "string",
          "pattern": "^pat_[0-9A-Za-z]{1,64}$"
        },
        "example": "pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d"
      },
      "KeyIdPath": {
        "name": "key_id",
        "in": "path",
        "required": true,
        "description": "The key, `key_<id>`.",
        "schema": {
          "type": "string",
          "pattern": "^key_[0-9A-Za-z]{1,64}$"
        },
        "example": "key_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d"
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
      "MessageIdPath": {
        "name": "message_id",
        "in": "path",
        "required": true,
        "description": "The message, `msg_<id>`.",
        "schema": {
          "type": "string",
          "pattern": "^msg_[0-9A-Za-z]{1,64}$"
        },
        "example": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d"
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
      "ReplayIdPath": {
        "name": "replay_id",
        "in": "path",
        "required": true,
        "description": "The replay, `rpl_<id>`.",
        "schema": {
          "type": "string",
          "pattern": "^rpl_[0-9A-Za-z]{1,64}$"
        },
        "example": "rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f"
      },
      "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first\nanswer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the\nkey is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.\n",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 255,
          "pattern": "^[\\x21-\\x7e]+$"
        },
        "example": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
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
      "WholeLimit": {
        "name": "limit",
        "in": "query",
        "description": "How many items at most. Without it all are answered, which a quota bounds.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000
        }
      },
      "AgentCursor": {
        "name": "cursor",
        "in": "query",
        "description": "The `agent_id` of the last agent of the page before. It may have been deleted since.",
        "schema": {
          "type": "string",
          "pattern": "^agt_[0-9A-Za-z]{1,64}$"
        }
      },
      "TaskCursor": {
        "name": "cursor",
        "in": "query",
        "description": "The `id` of the last task of the page before. It may have been deleted since.",
        "schema": {
          "type": "string",
          "pattern": "^tsk_[0-9A-Za-z]{1,64}$"
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
      },
      "RunIdPath": {
        "name": "run_id",
        "in": "path",
        "required": true,
        "description": "The run, `run_<id>`.",
        "schema": {
          "type": "string",
          "pattern": "^run_[0-9A-Za-z]{1,64}$"
        },
        "example": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f"
      },
      "RunCursor": {
        "name": "cursor",
        "in": "query",
        "description": "The `id` of the last run of the page before. It may have been removed since.",
        "schema": {
          "type": "string",
          "pattern": "^run_[0-9A-Za-z]{1,64}$"
        }
      },
      "TaskIdPath": {
        "name": "task_id",
        "in": "path",
        "required": true,
        "description": "The task, `tsk_<id>`.",
        "schema": {
          "type": "string",
          "pattern": "^tsk_[0-9A-Za-z]{1,64}$"
        },
        "example": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a"
      }
    },
    "responses": {
      "Decision": {
        "description": "The decision.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Decision"
            },
            "examples": {
              "pending": {
                "summary": "Nobody has answered yet.",
                "value": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "pending",
                  "note": null,
                  "always_allow": false,
                  "always_allow_pattern": null,
                  "resolution_reason": null,
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": null
                }
              },
              "approved": {
                "summary": "The user approved it, with a note and for the future.",
                "value": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "approved",
                  "note": "Go ahead.",
                  "always_allow": true,
                  "always_allow_pattern": "mail.send:*@example.com",
                  "resolution_reason": "user",
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": "2026-03-02T09:31:00.000Z",
                  "resolved_by": {
                    "kind": "user"
                  }
                }
              },
              "filled": {
                "summary": "The user approved it with a form.",
                "value": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "approved",
                  "note": null,
                  "always_allow": false,
                  "always_allow_pattern": null,
                  "resolution_reason": "user",
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": "2026-03-02T09:31:00.000Z",
                  "answer_schema": {
                    "type": "object",
                    "properties": {
                      "amount": {
                        "type": "number",
                        "title": "Amount in euros",
                        "minimum": 1,
                        "maximum": 5000
                      },
                      "valid_until": {
                        "type": "string",
                        "title": "Valid until",
                        "format": "date"
                      },
                      "tone": {
                        "type": "string",
                        "title": "Tone",
                        "enum": [
                          "formal",
                          "friendly"
                        ],
                        "default": "friendly"
                      },
                      "with_terms": {
                        "type": "boolean",
                        "title": "Attach our terms"
                      }
                    },
                    "required": [
                      "amount",
                      "tone"
                    ]
                  },
                  "proposed": {
                    "amount": 1200,
                    "with_terms": true
                  },
                  "answer": {
                    "amount": 1150,
                    "valid_until": "2026-03-31",
                    "tone": "friendly",
                    "with_terms": true
                  },
                  "resolved_by": {
                    "kind": "user"
                  }
                }
              }
            }
          }
        }
      },
      "ClientDecision": {
        "description": "The decision.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ClientDecision"
            },
            "examples": {
              "pending": {
                "summary": "Nobody has answered yet, and half of the time is over.",
                "value": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "pending",
                  "note": null,
                  "always_allow": false,
                  "always_allow_pattern": null,
                  "resolution_reason": null,
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": null,
                  "reminded_at": "2026-03-02T10:00:00.412Z"
                }
              },
              "approved": {
                "summary": "The user approved it, with a note and for the future.",
                "value": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "approved",
                  "note": "Go ahead.",
                  "always_allow": true,
                  "always_allow_pattern": "mail.send:*@example.com",
                  "resolution_reason": "user",
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": "2026-03-02T09:31:00.000Z",
                  "resolved_by": {
                    "kind": "user"
                  }
                }
              },
              "filled": {
                "summary": "The user approved it with a form.",
                "value": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "approved",
                  "note": null,
                  "always_allow": false,
                  "always_allow_pattern": null,
                  "resolution_reason": "user",
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": "2026-03-02T09:31:00.000Z",
                  "answer_schema": {
                    "type": "object",
                    "properties": {
                      "amount": {
                        "type": "number",
                        "title": "Amount in euros",
                        "minimum": 1,
                        "maximum": 5000
                      },
                      "valid_until": {
                        "type": "string",
                        "title": "Valid until",
                        "format": "date"
                      },
                      "tone": {
                        "type": "string",
                        "title": "Tone",
                        "enum": [
                          "formal",
                          "friendly"
                        ],
                        "default": "friendly"
                      },
                      "with_terms": {
                        "type": "boolean",
                        "title": "Attach our terms"
                      }
                    },
                    "required": [
                      "amount",
                      "tone"
                    ]
                  },
                  "proposed": {
                    "amount": 1200,
                    "with_terms": true
                  },
                  "answer": {
                    "amount": 1150,
                    "valid_until": "2026-03-31",
                    "tone": "friendly",
                    "with_terms": true
                  },
                  "resolved_by": {
                    "kind": "user"
                  }
                }
              }
            }
          }
        }
      },
      "DecisionList": {
        "description": "Decisions, newest first; an empty list after the last page.",
        "content": {
          "application/json": {
            "schema": {
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Decision"
              }
            },
            "example": [
              {
                "decision_id": "dec_019a1f0c6b7f5f4a3b2c1d0e9f8a7b6d",
                "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                "task_run_id": null,
                "title": "Send the offer to Grace?",
                "description": "Two pages, **1,200 €**.",
                "action": "mail.send:grace@example.com",
                "suggested_pattern": "mail.send:*@example.com",
                "status": "pending",
                "note": null,
                "always_allow": false,
                "always_allow_pattern": null,
                "resolution_reason": null,
                "created_at": "2026-03-02T09:40:00.000Z",
                "expires_at": "2026-03-02T10:40:00.000Z",
                "resolved_at": null
              },
              {
                "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                "task_run_id": null,
                "title": "Send the offer to Ada?",
                "description": "Two pages, **1,200 €**.",
                "action": "mail.send:ada@example.com",
                "suggested_pattern": "mail.send:*@example.com",
                "status": "approved",
                "note": "Go ahead.",
                "always_allow": true,
                "always_allow_pattern": "mail.send:*@example.com",
                "resolution_reason": "user",
                "created_at": "2026-03-02T09:30:00.000Z",
                "expires_at": "2026-03-02T10:30:00.000Z",
                "resolved_at": "2026-03-02T09:31:00.000Z",
                "resolved_by": {
                  "kind": "user"
                }
              }
            ]
          }
        }
      },
      "ClientDecisionList": {
        "description": "Decisions, newest first; an empty list after the last page.",
        "content": {
          "application/json": {
            "schema": {
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/ClientDecision"
              }
            },
            "example": [
              {
                "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                "task_run_id": null,
                "title": "Send the offer to Ada?",
                "description": "Two pages, **1,200 €**.",
                "action": "mail.send:ada@example.com",
                "suggested_pattern": "mail.send:*@example.com",
                "status": "approved",
                "note": "Go ahead.",
                "always_allow": true,
                "always_allow_pattern": "mail.send:*@example.com",
                "resolution_reason": "user",
                "created_at": "2026-03-02T09:30:00.000Z",
                "expires_at": "2026-03-02T10:30:00.000Z",
                "resolved_at": "2026-03-02T09:31:00.000Z",
                "resolved_by": {
                  "kind": "user"
                }
              },
              {
                "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                "task_run_id": null,
                "title": "Send the offer to Ada?",
                "description": "Two pages, **1,200 €**.",
                "action": "mail.send:ada@example.com",
                "suggested_pattern": "mail.send:*@example.com",
                "status": "approved",
                "note": null,
                "always_allow": false,
                "always_allow_pattern": null,
                "resolution_reason": "user",
                "created_at": "2026-03-02T09:30:00.000Z",
                "expires_at": "2026-03-02T10:30:00.000Z",
                "resolved_at": "2026-03-02T09:31:00.000Z",
                "answer_schema": {
                  "type": "object",
                  "properties": {
                    "amount": {
                      "type": "number",
                      "title": "Amount in euros",
                      "minimum": 1,
                      "maximum": 5000
                    },
                    "valid_until": {
                      "type": "string",
                      "title": "Valid until",
                      "format": "date"
                    },
                    "tone": {
                      "type": "string",
                      "title": "Tone",
                      "enum": [
                        "formal",
                        "friendly"
                      ],
                      "default": "friendly"
                    },
                    "with_terms": {
                      "type": "boolean",
                      "title": "Attach our terms"
                    }
                  },
                  "required": [
                    "amount",
                    "tone"
                  ]
                },
                "proposed": {
                  "amount": 1200,
                  "with_terms": true
                },
                "answer": {
                  "amount": 1150,
                  "valid_until": "2026-03-31",
                  "tone": "friendly",
                  "with_terms": true
                },
                "resolved_by": {
                  "kind": "user",
                  "key_id": "pat_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "key_name": "Offers at night"
                }
              }
            ]
          }
        }
      },
      "ResolvedDecision": {
        "description": "The decision with its answer.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ClientDecision"
            },
            "examples": {
              "approved": {
                "summary": "The user approved it, with a note and for the future.",
                "value": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "approved",
                  "note": "Go ahead.",
                  "always_allow": true,
                  "always_allow_pattern": "mail.send:*@example.com",
                  "resolution_reason": "user",
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": "2026-03-02T09:31:00.000Z",
                  "resolved_by": {
                    "kind": "user"
                  }
                }
              },
              "filled": {
                "summary": "The user approved it with a form.",
                "value": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "approved",
                  "note": null,
                  "always_allow": false,
                  "always_allow_pattern": null,
                  "resolution_reason": "user",
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": "2026-03-02T09:31:00.000Z",
                  "answer_schema": {
                    "type": "object",
                    "properties": {
                      "amount": {
                        "type": "number",
                        "title": "Amount in euros",
                        "minimum": 1,
                        "maximum": 5000
                      },
                      "valid_until": {
                        "type": "string",
                        "title": "Valid until",
                        "format": "date"
                      },
                      "tone": {
                        "type": "string",
                        "title": "Tone",
                        "enum": [
                          "formal",
                          "friendly"
                        ],
                        "default": "friendly"
                      },
                      "with_terms": {
                        "type": "boolean",
                        "title": "Attach our terms"
                      }
                    },
                    "required": [
                      "amount",
                      "tone"
                    ]
                  },
                  "proposed": {
                    "amount": 1200,
                    "with_terms": true
                  },
                  "answer": {
                    "amount": 1150,
                    "valid_until": "2026-03-31",
                    "tone": "friendly",
                    "with_terms": true
                  },
                  "resolved_by": {
                    "kind": "user"
                  }
                }
              },
              "rejected": {
                "summary": "The user rejected it.",
                "value": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "rejected",
                  "note": "Not before Monday.",
                  "always_allow": false,
                  "always_allow_pattern": null,
                  "resolution_reason": "user",
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": "2026-03-02T09:31:00.000Z",
                  "resolved_by": {
                    "kind": "user"
                  }
                }
              }
            }
          }
        }
      },
      "CancelledDecision": {
        "description": "The decision, withdrawn.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Decision"
            },
            "example": {
              "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
              "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
              "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
              "task_run_id": null,
              "title": "Send the offer to Ada?",
              "description": "Two pages, **1,200 €**.",
              "action": "mail.send:ada@example.com",
              "suggested_pattern": "mail.send:*@example.com",
              "status": "cancelled",
              "note": null,
              "always_allow": false,
              "always_allow_pattern": null,
              "resolution_reason": "cancelled",
              "created_at": "2026-03-02T09:30:00.000Z",
              "expires_at": "2026-03-02T10:30:00.000Z",
              "resolved_at": "2026-03-02T09:31:00.000Z",
              "resolved_by": {
                "kind": "agent"
              }
            }
          }
        }
      },
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
              "status_reason": null,
              "webhook_url": null,
              "push_triggers_to_webhook": false,
              "features": [],
              "online": true,
              "connections": 1,
              "last_polled_at": null,
              "consecutive_failures": 0,
              "created_at": "2026-03-01T08:00:00.000Z",
              "own_signing_secret": false,
              "previous_signature_until": null,
              "webhook_breaker": null
            }
          }
        }
      },
      "AgentList": {
        "description": "The agents.",
        "content": {
          "application/json": {
            "schema": {
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Agent"
              }
            },
            "example": [
              {
                "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                "agent_name": "Mailbox",
                "kind": "interactive",
                "status": "active",
                "status_reason": null,
                "webhook_url": null,
                "push_triggers_to_webhook": false,
                "features": [],
                "online": true,
                "connections": 1,
                "last_polled_at": null,
                "consecutive_failures": 0,
                "created_at": "2026-03-01T08:00:00.000Z",
                "own_signing_secret": false,
                "previous_signature_until": null,
                "webhook_breaker": null
              },
              {
                "agent_id": "agt_019a1f0c6b7f4d2f8a3b5c6d7e8f9a0c",
                "agent_name": "Gatekeeper",
                "kind": "approval-only",
                "status": "error",
                "status_reason": "148 webhook deliveries in a row failed",
                "webhook_url": "https://gatekeeper.example.com/events",
                "push_triggers_to_webhook": false,
                "features": [],
                "online": false,
                "connections": 0,
                "last_polled_at": "2026-03-02T09:14:57.000Z",
                "consecutive_failures": 148,
                "created_at": "2026-03-01T08:10:00.000Z",
                "own_signing_secret": false,
                "previous_signature_until": null,
                "webhook_breaker": {
                  "opened_at": "2026-03-02T09:12:00.000Z",
                  "attempts": 164,
                  "failures": 160,
                  "probes": 2,
                  "next_probe_at": "2026-03-02T09:15:30.000Z",
                  "held_events": 37
                }
              }
            ]
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
        "description": "Credentials are missing, unknown or wrong; one answer for all cases. Only who shows the whole of an API key learns that it has ended.\n",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "wrong": {
                "summary": "There is no such session or key.",
                "value": {
                  "detail": "Missing or invalid credentials"
                }
              },
              "expired": {
                "summary": "The API key was right, and is over.",
                "value": {
                  "detail": "The key has expired"
                }
              },
              "revoked": {
                "summary": "The API key was right, and its person has revoked it.",
                "value": {
                  "detail": "The key was revoked"
                }
              }
            }
          }
        }
      },
      "AgentUnauthorized": {
        "description": "Credentials are missing, unknown or wrong; one answer for all cases. Only who shows the whole of a key learns that it has ended.\n",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "wrong": {
                "summary": "The agent is unknown, or the secret or key is wrong.",
                "value": {
                  "detail": "Missing or invalid credentials"
                }
              },
              "expired": {
                "summary": "The key was right, and is over.",
                "value": {
                  "detail": "The key has expired"
                }
              },
              "revoked": {
                "summary": "The key was right, and its owner ended it.",
                "value": {
                  "detail": "The key was revoked"
                }
              }
            }
          }
        }
      },
      "ScopeMissing": {
        "description": "The key is valid, but its scopes do not open this call.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "The key does not have the scope for this"
            }
          }
        }
      },
      "KindNotAllowed": {
        "description": "The agent is approval-only, and only interactive agents chat and run tasks; or the scopes of the key do not open this call.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "kind": {
                "summary": "The agent is approval-only.",
                "value": {
                  "detail": "Approval-only agents cannot do this"
                }
              },
              "scope": {
                "summary": "The key has other scopes.",
                "value": {
                  "detail": "The key does not have the scope for this"
                }
              }
            }
          }
        }
      },
      "ApiKeyScopeMissing": {
        "description": "The API key is valid, but its scopes do not open this call, or no key does.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "The key does not have the scope for this"
            }
          }
        }
      },
      "CrossSiteRequest": {
        "description": "A write with a session cookie came from another site's page; or the scopes of the API key do not open this call, or no key does.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "page": {
                "summary": "The page is another site's.",
                "value": {
                  "detail": "Cross-site request refused"
                }
              },
              "scope": {
                "summary": "The key does not open this call.",
                "value": {
                  "detail": "The key does not have the scope for this"
                }
              }
            }
          }
        }
      },
      "MessageForbidden": {
        "description": "The agent is approval-only; a write with a session cookie came from another site's page; or the scopes of the API key do not open this call.\n",
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
        "description": "The body, an image or a recording is over its limit, or the body holds too many values or names.",
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
        "description": "A limit of calls, of bytes or of bodies at once is used up.",
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
      "QuotaExceeded": {
        "description": "A limit of calls, of bytes or of bodies at once is used up, or a quota; the detail names the quota and its number. Nothing was stored.",
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
            "examples": {
              "quota": {
                "summary": "There are as many things of this kind as there may be.",
                "value": {
                  "detail": "A user has at most 1000 agents (agents_per_user)"
                }
              },
              "files": {
                "summary": "The files of the user have as many bytes as they may.",
                "value": {
                  "detail": "The files of a user have at most 5368709120 bytes (media_bytes_per_user)"
                }
              },
              "agent_files": {
                "summary": "The files that the agent has sent have as many bytes as they may.",
                "value": {
                  "detail": "The files that an agent sends have at most 2684354560 bytes (media_bytes_per_agent)"
                }
              },
              "rate": {
                "summary": "The caller calls too often.",
                "value": {
                  "detail": "Too many requests"
                }
              }
            }
          }
        }
      },
      "TooManyTriggers": {
        "description": "Too many calls or bytes came for the trigger or from the address, or too many triggers of the task or of its agent are waiting. Nothing was started.",
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
            "examples": {
              "waiting": {
                "summary": "Too many triggers of the task are waiting.",
                "value": {
                  "detail": "Too many triggers of this task are waiting for its agent"
                }
              },
              "quota": {
                "summary": "Too many triggers of all tasks of the agent are waiting.",
                "value": {
                  "detail": "At most 100000 triggers wait for an agent (triggers_waiting_per_agent)"
                }
              },
              "rate": {
                "summary": "The trigger or the address is called too often.",
                "value": {
                  "detail": "Too many requests"
                }
              }
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
      },
      "Conflict": {
        "description": "The thing is in a state in which this cannot be done; `detail` says which.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "example": {
              "detail": "Conflict"
            }
          }
        }
      },
      "Task": {
        "description": "The task.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Task"
            },
            "examples": {
              "scheduled": {
                "summary": "A task with a cron expression.",
                "value": {
                  "id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                  "name": "Morning mail",
                  "prompt": "Read the new mail and report.",
                  "schedule": "0 9 * * 1-5",
                  "trigger_type": "scheduled",
                  "timezone": "UTC",
                  "run_at": null,
                  "enabled": true,
                  "next_run_at": "2026-03-02T09:00:00.000Z",
                  "last_run_status": null,
                  "created_at": "2026-03-01T08:00:00.000Z"
                }
              },
              "event": {
                "summary": "A task with a trigger URL.",
                "value": {
                  "id": "tsk_019a1f0c6b7e6e7f8a9b0c1d2e3f4a5b",
                  "name": "New order",
                  "prompt": "Check the order.",
                  "schedule": "event",
                  "trigger_type": "event",
                  "timezone": "UTC",
                  "run_at": null,
                  "enabled": true,
                  "next_run_at": null,
                  "last_run_status": "completed",
                  "trigger_id": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                  "created_at": "2026-03-01T08:00:00.000Z"
                }
              }
            }
          }
        }
      },
      "TaskList": {
        "description": "The tasks.",
        "content": {
          "application/json": {
            "schema": {
              "type": "array",
              "items": {
                "$ref": "#/components/schemas/Task"
              }
            },
            "example": [
              {
                "id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                "name": "Morning mail",
                "prompt": "Read the new mail and report.",
                "schedule": "0 9 * * 1-5",
                "trigger_type": "scheduled",
                "timezone": "UTC",
                "run_at": null,
                "enabled": true,
                "next_run_at": "2026-03-02T09:00:00.000Z",
                "last_run_status": "completed",
                "created_at": "2026-03-01T08:00:00.000Z"
              }
            ]
          }
        }
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
        "description": "Puts a message of the agent into a conversation with its user. Without `conversation_id` it goes to the\nconversation of its run, or one is created. An image is stored and shown under a public URL; with `report_title` the message is shown as a\nreport card.\n",
        "x-body-limit-bytes": 8388608,
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "messages"
        ],
        "x-interactive-only": true,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AgentMessage"
              },
              "examples": {
                "text": {
                  "summary": "Text in Markdown, which opens a conversation.",
                  "value": {
                    "type": "message",
                    "text": "Good morning. **Three** mails need an answer."
                  }
                },
                "image": {
                  "summary": "An image, into a conversation that is there.",
                  "value": {
                    "type": "message",
                    "image_base64": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
                  }
                },
                "report": {
                  "summary": "A report card.",
                  "value": {
                    "type": "message",
                    "text": "## Sales",
                    "report_title": "Weekly report",
                    "report_description": "Week 9"
                  }
                },
                "buttons": {
                  "summary": "With two buttons.",
                  "value": {
                    "type": "message",
                    "text": "Shall I send it?",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
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
            "$ref": "#/components/responses/AgentUnauthorized"
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
            "$ref": "#/components/responses/QuotaExceeded"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      },
      "get": {
        "operationId": "listOwnEvents",
        "tags": [
          "Agent events"
        ],
        "summary": "Read the agent's event log",
        "description": "The events of the calling agent, in the order of their numbers (`seq`), for agents that hold neither a socket nor a port open.\n\n- Without `after`: the events that are **open**, oldest first. The agent has not received these events, and no channel can push them\n  to it now. Every call lists them again until the agent acknowledges them or receives them otherwise.\n- With `after`: the **log** behind this number, whatever became of its events; `state` says what. If events are not kept any more,\n  their numbers are in `gaps`.\n\nWith `wait`, a call that finds nothing waits until there is something, for so many seconds at most. It may be answered earlier with\nno event: when the service restarts, or when the agent's credentials change. A call returns\nat most `limit` events and 512 KiB of them, but at least one. A call that waits counts once for the rate limit, like any other call.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "events"
        ],
        "parameters": [
          {
            "name": "after",
            "in": "query",
            "description": "The number behind which the log is read; `next_after` of the answer before. Not beyond the agent's newest event.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "maximum": 9007199254740991
            },
            "example": 41
          },
          {
            "name": "wait",
            "in": "query",
            "description": "How long to wait for an event if there is none, in seconds.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "maximum": 45,
              "default": 0
            },
            "example": 45
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "The events, and where to read on.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/OwnEvents"
                },
                "examples": {
                  "open": {
                    "summary": "A message that waits.",
                    "value": {
                      "events": [
                        {
                          "event_id": "evt_019a1f0c6b7f1a2b3c4d5e6f7a8b9c0e",
                          "seq": 42,
                          "state": "waiting",
                          "created_at": "2026-03-02T09:30:00.000Z",
                          "event": {
                            "type": "user_message",
                            "text": "How many mails are there?",
                            "sender_name": "Ada",
                            "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                            "message_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e"
                          }
                        }
                      ],
                      "gaps": [],
                      "next_after": 42,
                      "last_seq": 42,
                      "receipt": 1207
                    }
                  },
                  "gap": {
                    "summary": "A log whose older events are not kept any more.",
                    "value": {
                      "events": [
                        {
                          "event_id": "evt_019a1f0c6b7f1a2b3c4d5e6f7a8b9c0e",
                          "seq": 42,
                          "state": "delivered",
                          "created_at": "2026-03-02T09:30:00.000Z",
                          "event": {
                            "type": "decision_resolved",
                            "decision_id": "dec_019a1f0c6b7e7f8a9b0c1d2e3f4a5b6c",
                            "status": "approved",
                            "note": "",
                            "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                            "always_allow": false,
                            "always_allow_pattern": null
                          }
                        }
                      ],
                      "gaps": [
                        {
                          "from": 1,
                          "to": 41
                        }
                      ],
                      "next_after": 42,
                      "last_seq": 42,
                      "receipt": 0
                    }
                  },
                  "nothing": {
                    "summary": "Nothing came while the call waited.",
                    "value": {
                      "events": [],
                      "gaps": [],
                      "next_after": 42,
                      "last_seq": 42,
                      "receipt": 0
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ScopeMissing"
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
    "/api/agent/conversations/{conversation_id}": {
      "patch": {
        "operationId": "titleConversation",
        "tags": [
          "Agent messages"
        ],
        "summary": "Give a conversation a title",
        "description": "The title under which the user finds one of the agent's conversations. A title that the user has given is shown instead, as long as the user leaves it; the agent's is kept behind it.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "messages"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/ConversationIdPath"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewConversationTitle"
              },
              "example": {
                "title": "Mails of the week"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The title is stored.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TitledConversation"
                },
                "example": {
                  "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "title": "Mails of the week",
                  "shown": true
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
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
        "x-agent-scopes": [
          "messages",
          "read"
        ],
        "x-interactive-only": true,
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
            "$ref": "#/components/responses/AgentUnauthorized"
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
        "x-agent-scopes": [
          "messages",
          "tasks",
          "decisions",
          "events",
          "read"
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
                  "features": [
                    "run_cancelled"
                  ],
                  "online": true,
                  "created_at": "2026-03-01T08:00:00.000Z"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ScopeMissing"
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
    "/api/agent/decisions": {
      "post": {
        "operationId": "requestDecision",
        "tags": [
          "Agent decisions"
        ],
        "summary": "Ask the user for a decision",
        "description": "Opens a request that the user approves, rejects or dismisses; the outcome comes as the event `decision_resolved`. Where an\nalways-allow rule of the user covers the `action`, the request is approved at once, and the event comes all the same. The request is\nshown in the conversation given, or in the newest with the user; where there is none, one is opened. Both kinds of agent may call it.\n\nWith a `key`, the agent asks once, however often it calls: a call with a key that it has used before is answered with 200 and that\nrequest, whatever became of it and whatever the call asks now.\n\nWith an `answer_schema` the user fills in a form and approves with it. The form begins with what is `proposed`, else with the defaults, and\nthe answer comes as `answer` in the event and wherever the decision is read. A rule approves such a request at once only if the agent proposes\neverything that the form requires; the answer is then what it proposes.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "decisions"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewDecision"
              },
              "examples": {
                "everything": {
                  "summary": "With all that people and rules look at.",
                  "value": {
                    "title": "Send the offer to Ada?",
                    "description": "Two pages, **1,200 €**.",
                    "action": "mail.send:ada@example.com",
                    "suggested_pattern": "mail.send:*@example.com",
                    "expires_in_seconds": 3600
                  }
                },
                "form": {
                  "summary": "A form that the user fills in, with what the agent proposes.",
                  "value": {
                    "title": "Send the offer to Ada?",
                    "answer_schema": {
                      "type": "object",
                      "properties": {
                        "amount": {
                          "type": "number",
                          "title": "Amount in euros",
                          "minimum": 1,
                          "maximum": 5000
                        },
                        "valid_until": {
                          "type": "string",
                          "title": "Valid until",
                          "format": "date"
                        },
                        "tone": {
                          "type": "string",
                          "title": "Tone",
                          "enum": [
                            "formal",
                            "friendly"
                          ],
                          "default": "friendly"
                        },
                        "with_terms": {
                          "type": "boolean",
                          "title": "Attach our terms"
                        }
                      },
                      "required": [
                        "amount",
                        "tone"
                      ]
                    },
                    "proposed": {
                      "amount": 1200,
                      "with_terms": true
                    },
                    "expires_in_seconds": 3600
                  }
                },
                "least": {
                  "summary": "A bare question, open until it is answered.",
                  "value": {
                    "title": "Deploy version 7?"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The request that the agent has made with this key before.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Decision"
                },
                "example": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "pending",
                  "note": null,
                  "always_allow": false,
                  "always_allow_pattern": null,
                  "resolution_reason": null,
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": null,
                  "key": "offer-42"
                }
              }
            }
          },
          "201": {
            "description": "The request is open, or approved already.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Decision"
                },
                "example": {
                  "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "task_run_id": null,
                  "title": "Send the offer to Ada?",
                  "description": "Two pages, **1,200 €**.",
                  "action": "mail.send:ada@example.com",
                  "suggested_pattern": "mail.send:*@example.com",
                  "status": "pending",
                  "note": null,
                  "always_allow": false,
                  "always_allow_pattern": null,
                  "resolution_reason": null,
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-02T10:30:00.000Z",
                  "resolved_at": null
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ScopeMissing"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      },
      "get": {
        "operationId": "listOwnDecisions",
        "tags": [
          "Agent decisions"
        ],
        "summary": "List the agent's decisions",
        "description": "What the calling agent has asked for, newest first.",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "decisions",
          "read"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/DecisionStatusQuery"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/DecisionCursor"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/DecisionList"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ScopeMissing"
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
    "/api/agent/decisions/{decision_id}": {
      "get": {
        "operationId": "getOwnDecision",
        "tags": [
          "Agent decisions"
        ],
        "summary": "Read a decision",
        "description": "One of the calling agent's decisions. With `wait`, a request that is still open is answered as soon as it has ended: answered, expired or\nwithdrawn. After so many seconds it is answered as it is, `pending`. It may be answered earlier with `pending`: when the service\nrestarts, or when the agent's credentials change. A call that waits counts once for the rate limit.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "decisions",
          "read"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/DecisionIdPath"
          },
          {
            "name": "wait",
            "in": "query",
            "description": "How long to wait for the end of an open request, in seconds.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "maximum": 45,
              "default": 0
            },
            "example": 45
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Decision"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ScopeMissing"
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
    "/api/agent/decisions/{decision_id}/cancel": {
      "post": {
        "operationId": "cancelDecision",
        "tags": [
          "Agent decisions"
        ],
        "summary": "Withdraw a request",
        "description": "Ends an open request without an answer, and without an event. Cancelling again answers the same; a request that was answered or has\nexpired stays as it is (409).\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "decisions"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/DecisionIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/CancelledDecision"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ScopeMissing"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/agent/events/ack": {
      "post": {
        "operationId": "acknowledgeEvents",
        "tags": [
          "Agent events"
        ],
        "summary": "Acknowledge events of the log",
        "description": "Says that the agent has received all events up to a number. The events that were listed to it are then delivered, and no channel\nbrings them again. An event that was not listed to the agent stays open, whatever its number is. A second acknowledgement changes\nnothing. If the number is beyond the agent's newest event, the answer is 422.\n\nAn agent should send the `receipt` of the answer as well. Then only events end that were first listed in this answer or before it.\nOtherwise an acknowledgement that comes late, or is repeated, also ends an event with a lower number that was sent again meanwhile\nand listed in an answer that got lost: the agent never sees this event.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "events"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/EventAcknowledgement"
              },
              "example": {
                "upto": 42,
                "receipt": 1207
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "They are acknowledged.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EventsAcknowledged"
                },
                "example": {
                  "acknowledged": 1
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ScopeMissing"
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/agent/tasks/runs": {
      "get": {
        "operationId": "listRuns",
        "tags": [
          "Runs"
        ],
        "summary": "List runs",
        "description": "The agent's runs, newest first, also those of deleted tasks. With `status=running` or `status=pending` each comes with its `prompt` and its `payload`: so an\nagent that was killed learns what it has left. Such a page has at most 512 KiB of them, but at least one run.\nA key without the scope `tasks` gets no `prompt`, `payload` and `headers`.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks",
          "read"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "name": "status",
            "in": "query",
            "description": "Only runs in this state.",
            "schema": {
              "$ref": "#/components/schemas/RunStatus"
            }
          },
          {
            "name": "task_id",
            "in": "query",
            "description": "Only runs of this task.",
            "schema": {
              "type": "string",
              "pattern": "^tsk_[0-9A-Za-z]{1,64}$"
            }
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/RunPageCursor"
          }
        ],
        "responses": {
          "200": {
            "description": "A page of runs.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RunPage"
                },
                "examples": {
                  "failed": {
                    "summary": "A run that was lost three times.",
                    "value": {
                      "runs": [
                        {
                          "id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                          "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                          "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                          "status": "failed",
                          "summary": null,
                          "started_at": "2026-03-02T09:00:00.120Z",
                          "finished_at": "2026-03-02T09:05:00.000Z",
                          "attempt": 3,
                          "failure_reason": "lost"
                        }
                      ],
                      "next_cursor": null
                    }
                  },
                  "open": {
                    "summary": "What an agent has left, by status=running.",
                    "value": {
                      "runs": [
                        {
                          "id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                          "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                          "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                          "status": "running",
                          "summary": null,
                          "started_at": "2026-03-02T09:00:00.120Z",
                          "finished_at": null,
                          "prompt": "Pack the order.",
                          "payload": {
                            "order": 4711
                          }
                        }
                      ],
                      "next_cursor": null
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
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
    "/api/agent/tasks/runs/{run_id}/heartbeat": {
      "post": {
        "operationId": "heartbeatRun",
        "tags": [
          "Runs"
        ],
        "summary": "Say that a run goes on",
        "description": "Takes the run on lease. If the agent says nothing more before the lease ends, the run is lost: it has failed, or it is offered again if\nits task says `retry`. An agent that sends no heartbeat has no lease. A pending run is running from then on. A run that has ended is 409, so\nthe agent notices that it was cancelled. With `attempt` it is also 409 if another attempt has taken the run's place, or if the run was given\nback or lost and waits to be offered again.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/RunIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Heartbeat"
              },
              "examples": {
                "lease": {
                  "summary": "For two minutes.",
                  "value": {
                    "lease_seconds": 120
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The run is on lease.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RunLease"
                },
                "example": {
                  "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                  "status": "running",
                  "lease_expires_at": "2026-03-02T09:02:00.000Z",
                  "attempt": 1
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/agent/tasks/runs/{run_id}/release": {
      "post": {
        "operationId": "releaseRun",
        "tags": [
          "Runs"
        ],
        "summary": "Give a run back",
        "description": "For a process that is stopped while it works on a run: the run is pending again, and its agent is told of it anew within seconds, by a new event with\nwhat it was told first. It keeps its id, its scratchpad and the number of its attempt, and loses its lease. A pending run stays as it is. A run that\nhas ended is 409.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/RunIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RunRelease"
              },
              "example": {
                "attempt": 1
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The run waits to be offered again.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReleasedRun"
                },
                "example": {
                  "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                  "status": "pending"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/agent/tasks/runs/{run_id}/progress": {
      "post": {
        "operationId": "reportProgress",
        "tags": [
          "Runs"
        ],
        "summary": "Say how far a run is",
        "description": "The person sees it in the chat and with the run, until the run ends. Only the latest word is kept, and it is no message. A pending run is\nrunning from then on. A run that has ended is 409. With `attempt` it is also 409 if another attempt has taken the run's place, or if the run was\ngiven back or lost and waits to be offered again.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/RunIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ProgressReport"
              },
              "example": {
                "percent": 30,
                "text": "12 of 40 mails read"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "It is kept.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReportedProgress"
                },
                "example": {
                  "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                  "status": "running"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/agent/tasks/{task_id}/run/start": {
      "post": {
        "operationId": "startRun",
        "tags": [
          "Runs"
        ],
        "summary": "Start a run",
        "description": "Returns the oldest run of the task that is still pending, which is running from now on; where there is none, a new run\nthat is running. The task may be disabled. `open_runs` are what else is open of the task, such as what the agent has left open before; their prompts and payloads are in `GET /api/agent/tasks/runs?status=running`.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/TaskIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "responses": {
          "200": {
            "description": "The run.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "run_id",
                    "open_runs"
                  ],
                  "properties": {
                    "run_id": {
                      "type": "string",
                      "description": "The run, `run_<id>`."
                    },
                    "open_runs": {
                      "type": "array",
                      "maxItems": 10,
                      "items": {
                        "type": "string"
                      },
                      "description": "Other runs of the task that are pending or running, newest first, at most 10."
                    }
                  }
                },
                "example": {
                  "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                  "open_runs": [
                    "run_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e"
                  ]
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
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
    "/api/agent/tasks/runs/{run_id}/complete": {
      "post": {
        "operationId": "completeRun",
        "tags": [
          "Runs"
        ],
        "summary": "Complete a run",
        "description": "Finishes the run, deletes its context blocks and puts its summary into the agent's chat; no message call is needed.\nThe same status again changes nothing and is 200; another status, or a cancelled run, is 409. A summary over 1,000\ncharacters (code points) is 422: it is never cut.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/RunIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RunCompletion"
              },
              "examples": {
                "completed": {
                  "summary": "It worked.",
                  "value": {
                    "status": "completed",
                    "summary": "**Three** mails answered."
                  }
                },
                "failed": {
                  "summary": "It did not.",
                  "value": {
                    "status": "failed",
                    "summary": "The mailbox did not answer."
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The run is finished.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CompletedRun"
                },
                "example": {
                  "status": "completed",
                  "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/agent/tasks/runs/{run_id}": {
      "get": {
        "operationId": "getRun",
        "tags": [
          "Runs"
        ],
        "summary": "Read a run",
        "description": "One of the agent's runs. A key without the scope `tasks` gets no `headers`.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks",
          "read"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/RunIdPath"
          }
        ],
        "responses": {
          "200": {
            "description": "The run.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TaskRun"
                },
                "example": {
                  "id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                  "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "status": "completed",
                  "summary": "**Three** mails answered.",
                  "started_at": "2026-03-02T09:00:00.120Z",
                  "finished_at": "2026-03-02T09:01:10.000Z"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
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
    "/api/agent/tasks/runs/{run_id}/context": {
      "post": {
        "operationId": "appendContext",
        "tags": [
          "Runs"
        ],
        "summary": "Append a context block",
        "description": "Appends a block to the run's scratchpad. The blocks of a run are numbered from 1; a run has at most 1,000, of\n4 MiB together: beyond that it is 409.\nA finished run takes no more: 409. With `attempt` it is also 409 if another attempt has taken the run's place, or if the run was given back\nor lost and waits to be offered again.\n",
        "x-body-limit-bytes": 1048576,
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/RunIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewContextBlock"
              },
              "example": {
                "text": "Mails read: 12 of 40"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The block is stored.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ContextBlockAccepted"
                },
                "example": {
                  "status": "ok",
                  "block_id": 1
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
        "operationId": "listContext",
        "tags": [
          "Runs"
        ],
        "summary": "Read a run's context",
        "description": "The blocks of the run's scratchpad in chronological order. A finished run has none.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks",
          "read"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/RunIdPath"
          }
        ],
        "responses": {
          "200": {
            "description": "The blocks.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RunContext"
                },
                "example": {
                  "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                  "blocks": [
                    {
                      "id": 1,
                      "text": "Mails read: 12 of 40",
                      "created_at": "2026-03-02T09:00:10.000Z"
                    }
                  ]
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
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
    "/api/agent/tasks": {
      "get": {
        "operationId": "listTasks",
        "tags": [
          "Tasks"
        ],
        "summary": "List the agent's tasks",
        "description": "All tasks of the agent, oldest first; with `limit` or `cursor` a page of them.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks",
          "read"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/WholeLimit"
          },
          {
            "$ref": "#/components/parameters/TaskCursor"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/TaskList"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
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
      "post": {
        "operationId": "createTask",
        "tags": [
          "Tasks"
        ],
        "summary": "Create a task",
        "description": "A task with a cron schedule runs at each occurrence in its time zone; one with `once` runs at `run_at`, or at once,\nand is disabled then; one with `event` runs when its inbound webhook `/webhook/{trigger_id}` is called. The prompts of\nan agent have at most 8 MiB together: beyond that it is 409. Beyond the quota of tasks it is 429.\n",
        "x-body-limit-bytes": 524288,
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks"
        ],
        "x-interactive-only": true,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewTask"
              },
              "examples": {
                "cron": {
                  "summary": "By a cron expression, in UTC.",
                  "value": {
                    "name": "Morning mail",
                    "prompt": "Read the new mail and report.",
                    "schedule": "0 9 * * 1-5"
                  }
                },
                "zone": {
                  "summary": "By a cron expression, in a time zone.",
                  "value": {
                    "name": "Weekly report",
                    "prompt": "Write the report.",
                    "schedule": "30 8 * * 1",
                    "timezone": "Europe/Vienna"
                  }
                },
                "once": {
                  "summary": "Once, at a time.",
                  "value": {
                    "name": "Reminder",
                    "prompt": "Remind me.",
                    "schedule": "once",
                    "run_at": "2026-03-02T17:00:00.000Z"
                  }
                },
                "event": {
                  "summary": "Whenever its trigger URL is called.",
                  "value": {
                    "name": "New order",
                    "prompt": "Check the order.",
                    "schedule": "event"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Task"
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
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
            "$ref": "#/components/responses/QuotaExceeded"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/agent/tasks/due": {
      "get": {
        "operationId": "listDueTasks",
        "tags": [
          "Tasks"
        ],
        "summary": "List due tasks",
        "description": "The tasks that have an occurrence which was not delivered by push, the oldest first. Reading changes nothing.\nStarting a run of such a task returns the run that was created for the occurrence.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks",
          "read"
        ],
        "x-interactive-only": true,
        "responses": {
          "200": {
            "description": "The due tasks.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/DueTask"
                  }
                },
                "example": [
                  {
                    "id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                    "name": "Morning mail",
                    "prompt": "Read the new mail and report.",
                    "schedule": "0 9 * * 1-5",
                    "trigger_type": "scheduled",
                    "enabled": true
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
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
    "/api/agent/tasks/triggers/pending": {
      "get": {
        "operationId": "listPendingTriggers",
        "tags": [
          "Tasks"
        ],
        "summary": "Take queued trigger events",
        "description": "The inbound webhook calls that found the agent offline, oldest first, at most 100. What is returned is leased for\n5 minutes: another call within that time does not return it again. An event leaves the list when its run is\ncompleted; one that is not completed when the lease ends is returned again with the same `id` and `run_id`.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks"
        ],
        "x-interactive-only": true,
        "responses": {
          "200": {
            "description": "The events.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/PendingTrigger"
                  }
                },
                "example": [
                  {
                    "id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                    "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                    "task_name": "New order",
                    "task_prompt": "Check the order.",
                    "payload": {
                      "order": 4711,
                      "state": "paid"
                    },
                    "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                    "received_at": "2026-03-02T09:30:00.000Z"
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
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
    "/api/agent/tasks/{task_id}": {
      "get": {
        "operationId": "getTask",
        "tags": [
          "Tasks"
        ],
        "summary": "Read a task",
        "description": "One of the agent's tasks.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks",
          "read"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/TaskIdPath"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Task"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
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
        "operationId": "updateTask",
        "tags": [
          "Tasks"
        ],
        "summary": "Change a task",
        "description": "Changes what is given. A new schedule, time zone or `run_at`, and enabling again, compute the next run from now. With\nthe schedule `event` the task gets a trigger id; with another one it loses it, and the URL answers 404.\n",
        "x-body-limit-bytes": 524288,
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/TaskIdPath"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TaskChanges"
              },
              "examples": {
                "pause": {
                  "summary": "Let it rest.",
                  "value": {
                    "enabled": false
                  }
                },
                "reschedule": {
                  "summary": "Run it at another time.",
                  "value": {
                    "schedule": "0 18 * * 1-5",
                    "timezone": "Europe/Vienna"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Task"
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
        "operationId": "deleteTask",
        "tags": [
          "Tasks"
        ],
        "summary": "Delete a task",
        "description": "Deletes the task. Its open runs are cancelled, their events are not delivered any more, and its trigger URL answers 404.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "x-agent-scopes": [
          "tasks"
        ],
        "x-interactive-only": true,
        "parameters": [
          {
            "$ref": "#/components/parameters/TaskIdPath"
          }
        ],
        "responses": {
          "204": {
            "description": "The task is gone."
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
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
    "/api/client/account/audit": {
      "get": {
        "operationId": "listAuditEntries",
        "x-api-key-scope": "read",
        "tags": [
          "Account"
        ],
        "summary": "List the audit log",
        "description": "What was done in the user's account that matters, and whether by a program with an API key, newest first: sign-ins and refused ones, API keys, changes of the password, of agents, their\nsecrets, signing secrets and keys, of tasks by the user, answers to requests (also by a rule, or because they expired), rules, events that the user\nhas sent again, and invitations. The log holds no secrets and no texts of messages. Entries cannot be changed. They are removed when their days are over (`RETENTION_AUDIT_DAYS`), their addresses\nearlier (`RETENTION_AUDIT_ADDRESSES_DAYS`).\n",
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
            "name": "area",
            "in": "query",
            "description": "Only actions of this area, which is the part of an action before its dot.",
            "schema": {
              "$ref": "#/components/schemas/AuditArea"
            }
          },
          {
            "name": "key_id",
            "in": "query",
            "description": "Only what programs have done by this API key, which may have ended.",
            "schema": {
              "type": "string",
              "pattern": "^pat_[0-9A-Za-z]{1,64}$"
            }
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "The `audit_id` of the last entry of the page before.",
            "schema": {
              "type": "string",
              "pattern": "^aud_[0-9A-Za-z]{1,64}$"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Entries, newest first; an empty list after the last page.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/AuditEntry"
                  }
                },
                "example": [
                  {
                    "audit_id": "aud_019a1f0c6b7f3c2b1a0f9e8d7c6b5a51",
                    "action": "task.changed",
                    "outcome": "done",
                    "actor": "user",
                    "actor_id": "Zk3vQ0c1mUe8YtXr5bN2sWaH7gLdPfJo",
                    "subject_id": "tsk_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0c",
                    "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                    "address": "192.0.2.7",
                    "key_id": "pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                    "key_name": "Nightly backup",
                    "details": {
                      "name": "Morning report",
                      "fields": [
                        "schedule"
                      ]
                    },
                    "created_at": "2026-03-02T09:32:00.000Z"
                  },
                  {
                    "audit_id": "aud_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                    "action": "agent.secret_rotated",
                    "outcome": "done",
                    "actor": "user",
                    "actor_id": "Zk3vQ0c1mUe8YtXr5bN2sWaH7gLdPfJo",
                    "subject_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                    "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                    "address": "192.0.2.7",
                    "key_id": null,
                    "key_name": null,
                    "details": {
                      "name": "Mailbox",
                      "grace_period_seconds": 3600
                    },
                    "created_at": "2026-03-02T09:31:00.000Z"
                  },
                  {
                    "audit_id": "aud_019a1f0c6b7d4c2b1a0f9e8d7c6b5a50",
                    "action": "agent.key_made",
                    "outcome": "done",
                    "actor": "user",
                    "actor_id": "Zk3vQ0c1mUe8YtXr5bN2sWaH7gLdPfJo",
                    "subject_id": "key_019a1f0c6b7d4d2f8a3b5c6d7e8f9a0b",
                    "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                    "address": "192.0.2.7",
                    "key_id": null,
                    "key_name": null,
                    "details": {
                      "name": "Mailbox",
                      "key": "Nightly backup",
                      "scopes": [
                        "tasks",
                        "read"
                      ],
                      "expires_in_seconds": null
                    },
                    "created_at": "2026-03-02T09:30:40.000Z"
                  },
                  {
                    "audit_id": "aud_019a1f0c6b7d3c2b1a0f9e8d7c6b5a4e",
                    "action": "session.signed_in",
                    "outcome": "refused",
                    "actor": "user",
                    "actor_id": null,
                    "subject_id": null,
                    "agent_id": null,
                    "address": "198.51.100.23",
                    "key_id": null,
                    "key_name": null,
                    "details": {},
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
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/account/quotas": {
      "get": {
        "operationId": "listAccountQuotas",
        "x-api-key-scope": "read",
        "tags": [
          "Account"
        ],
        "summary": "List the quotas",
        "description": "How many agents, conversations and always-allow rules the user has, and may have. `used` is counted up to the quota, or up to 100,000 if that is\nmore. Last come the bytes of all files of messages with the user's agents, and of files that wait for a message. `allowed` is null where there is no quota.\n",
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
            "description": "The quotas, always in the same order. Expect new ones.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/AccountQuota"
                  }
                },
                "example": [
                  {
                    "quota": "agents_per_user",
                    "used": 3,
                    "allowed": 1000
                  },
                  {
                    "quota": "conversations_per_user",
                    "used": 17,
                    "allowed": 100000
                  },
                  {
                    "quota": "rules_per_user",
                    "used": 2,
                    "allowed": null
                  },
                  {
                    "quota": "media_bytes_per_user",
                    "used": 73400320,
                    "allowed": 5368709120
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/account/retention": {
      "get": {
        "operationId": "listRetention",
        "x-api-key-scope": "read",
        "tags": [
          "Account"
        ],
        "summary": "List for how long things are kept",
        "description": "How many days of 24 hours this installation keeps what has ended, as the services say that remove it; where these differ, the shortest days. What is older is removed within some hours. What is still open is kept,\nhowever old it is. An account, an agent or a task is kept until somebody deletes it.\n",
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
            "description": "All kinds, always in the same order. Expect new ones.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/Retention"
                  }
                },
                "example": [
                  {
                    "kept": "messages",
                    "days": 365
                  },
                  {
                    "kept": "files",
                    "days": 90
                  },
                  {
                    "kept": "runs",
                    "days": null
                  },
                  {
                    "kept": "events",
                    "days": 30
                  },
                  {
                    "kept": "attempts",
                    "days": 7
                  },
                  {
                    "kept": "audit_entries",
                    "days": 365
                  },
                  {
                    "kept": "audit_addresses",
                    "days": 90
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/agents/{agent_id}/keys": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AgentIdPath"
        }
      ],
      "get": {
        "operationId": "listAgentKeys",
        "x-api-key-scope": "read",
        "tags": [
          "Agent keys"
        ],
        "summary": "List an agent's keys",
        "description": "Newest first. Keys that have expired or were revoked are listed as well, the 20 that ended last. No call shows a key itself again.\n",
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
            "description": "The keys, at most 40.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "maxItems": 40,
                  "items": {
                    "$ref": "#/components/schemas/AgentKey"
                  }
                },
                "example": [
                  {
                    "key_id": "key_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                    "name": "Mail server",
                    "scopes": [
                      "messages",
                      "events"
                    ],
                    "state": "active",
                    "created_at": "2026-03-01T08:00:00.000Z",
                    "expires_at": "2026-05-30T08:00:00.000Z",
                    "revoked_at": null,
                    "last_used_at": "2026-03-02T09:30:00.000Z",
                    "online": true
                  },
                  {
                    "key_id": "key_019a1f0c6b7d5a4b3c2d1e0f9a8b7c6c",
                    "name": "Report on Mondays",
                    "scopes": [
                      "read"
                    ],
                    "state": "revoked",
                    "created_at": "2026-02-01T08:00:00.000Z",
                    "expires_at": null,
                    "revoked_at": "2026-02-20T12:00:00.000Z",
                    "last_used_at": null,
                    "online": false
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
      "post": {
        "operationId": "createAgentKey",
        "x-api-key-scope": "none",
        "tags": [
          "Agent keys"
        ],
        "summary": "Make a key for an agent",
        "description": "The answer carries the key, which is never shown again. The agent sends it where it would send its secret: in `X-Svc-Secret`, or as\n`secret` of a socket's first frame. It opens what its scopes say, until it expires or is revoked. An agent has at most 20 active keys;\nthe next is 409.\n",
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
                "$ref": "#/components/schemas/NewAgentKey"
              },
              "examples": {
                "ninety": {
                  "summary": "A key that chats, for ninety days.",
                  "value": {
                    "name": "Mail server",
                    "scopes": [
                      "messages",
                      "events"
                    ],
                    "expires_in_seconds": 7776000
                  }
                },
                "reading": {
                  "summary": "A key that only reads, without an end.",
                  "value": {
                    "name": "Report on Mondays",
                    "scopes": [
                      "read"
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The key, shown this once.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentKeyWithSecret"
                },
                "example": {
                  "key_id": "key_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                  "name": "Mail server",
                  "scopes": [
                    "messages",
                    "events"
                  ],
                  "state": "active",
                  "created_at": "2026-03-01T08:00:00.000Z",
                  "expires_at": "2026-05-30T08:00:00.000Z",
                  "revoked_at": null,
                  "last_used_at": null,
                  "online": false,
                  "secret": "svc_key_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d_0123456789abcdef0123456789abcdef01234567"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/client/agents/{agent_id}/keys/{key_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AgentIdPath"
        },
        {
          "$ref": "#/components/parameters/KeyIdPath"
        }
      ],
      "delete": {
        "operationId": "revokeAgentKey",
        "x-api-key-scope": "none",
        "tags": [
          "Agent keys"
        ],
        "summary": "Revoke a key",
        "description": "From the answer on the key authenticates no call. Sockets that it opened are closed within seconds, with 4010. Other keys and the secret go on.\nA key that has ended already stays as it is, which is 204 too.\n",
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
            "description": "The key opens nothing any more."
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
    "/api/client/agents": {
      "post": {
        "operationId": "createAgent",
        "x-api-key-scope": "agents",
        "tags": [
          "Agents"
        ],
        "summary": "Create an agent",
        "description": "The answer carries the agent's secret, which is never shown again. A `webhook_url` must lead to a public\naddress. Beyond the quota of agents it is 429.\n",
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
                  "status_reason": null,
                  "webhook_url": "https://agent.example.com/events",
                  "push_triggers_to_webhook": false,
                  "features": [],
                  "online": false,
                  "connections": 0,
                  "last_polled_at": null,
                  "consecutive_failures": 0,
                  "created_at": "2026-03-01T08:00:00.000Z",
                  "own_signing_secret": false,
                  "previous_signature_until": null,
                  "webhook_breaker": null,
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
            "$ref": "#/components/responses/QuotaExceeded"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      },
      "get": {
        "operationId": "listAgents",
        "x-api-key-scope": "read",
        "tags": [
          "Agents"
        ],
        "summary": "List the user's agents",
        "description": "All agents of the user, newest first; with `limit` or `cursor` a page of them.",
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
            "$ref": "#/components/parameters/WholeLimit"
          },
          {
            "$ref": "#/components/parameters/AgentCursor"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/AgentList"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/agents/{agent_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AgentIdPath"
        }
      ],
      "get": {
        "operationId": "getAgent",
        "x-api-key-scope": "read",
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
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
        "x-api-key-scope": "write",
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
              "examples": {
                "webhook": {
                  "summary": "The agent has no webhook any more.",
                  "value": {
                    "webhook_url": null
                  }
                },
                "features": {
                  "summary": "The agent is told when a run of it is cancelled.",
                  "value": {
                    "features": [
                      "run_cancelled"
                    ]
                  }
                }
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
        "x-api-key-scope": "write",
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
        "x-api-key-scope": "agents",
        "tags": [
          "Agents"
        ],
        "summary": "Give an agent a new secret",
        "description": "During the grace period both secrets authenticate calls, and signatures use the new one, unless the agent has a signing secret. Without a grace period the\nold secret ends at once, and sockets that it opened are closed. The body may be left out.\n",
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
            "$ref": "#/components/parameters/IdempotencyKey"
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
    "/api/client/account/keys": {
      "get": {
        "operationId": "listApiKeys",
        "x-api-key-scope": "none",
        "tags": [
          "API keys"
        ],
        "summary": "List the API keys of the account",
        "description": "Newest first. Keys that have expired or were revoked are listed as well, the 20 that ended last. No call shows a key itself again.\n",
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
            "description": "The keys, at most 40.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "maxItems": 40,
                  "items": {
                    "$ref": "#/components/schemas/ApiKey"
                  }
                },
                "example": [
                  {
                    "key_id": "pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                    "name": "Nightly backup",
                    "scopes": [
                      "read"
                    ],
                    "state": "active",
                    "created_at": "2026-03-01T08:00:00.000Z",
                    "expires_at": "2026-05-30T08:00:00.000Z",
                    "revoked_at": null,
                    "last_used_at": "2026-03-02T02:00:00.000Z"
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
      "post": {
        "operationId": "createApiKey",
        "x-api-key-scope": "none",
        "tags": [
          "API keys"
        ],
        "summary": "Make an API key",
        "description": "The answer carries the key, which is never shown again. A program sends it as `Authorization: Bearer` on the client API. It opens the calls whose\nscope it has, until it expires or is revoked; some calls are open to no key. A user has at most 20 active keys; the next is 409.\n",
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
                "$ref": "#/components/schemas/NewApiKey"
              },
              "examples": {
                "reading": {
                  "summary": "A key that only reads, for ninety days.",
                  "value": {
                    "name": "Nightly backup",
                    "scopes": [
                      "read"
                    ],
                    "expires_in_seconds": 7776000
                  }
                },
                "writing": {
                  "summary": "A key that reads and changes, for a day.",
                  "value": {
                    "name": "Move the tasks",
                    "scopes": [
                      "read",
                      "write"
                    ],
                    "expires_in_seconds": 86400
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The key, shown this once.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ApiKeyWithSecret"
                },
                "example": {
                  "key_id": "pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                  "name": "Nightly backup",
                  "scopes": [
                    "read"
                  ],
                  "state": "active",
                  "created_at": "2026-03-01T08:00:00.000Z",
                  "expires_at": "2026-05-30T08:00:00.000Z",
                  "revoked_at": null,
                  "last_used_at": null,
                  "secret": "svc_pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d_0123456789abcdef0123456789abcdef01234567"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/client/account/keys/{key_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ApiKeyIdPath"
        }
      ],
      "delete": {
        "operationId": "revokeApiKey",
        "x-api-key-scope": "none",
        "tags": [
          "API keys"
        ],
        "summary": "Revoke an API key",
        "description": "From the answer on the key opens nothing. Sockets that it opened are closed within seconds. A key that has ended already stays as it is, which is\n204 too.\n",
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
            "description": "The key opens nothing any more."
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
    "/api/client/agents/{agent_id}/messages": {
      "post": {
        "operationId": "sendUserMessage",
        "x-api-key-scope": "write",
        "tags": [
          "Conversations"
        ],
        "summary": "Send a message to an agent",
        "description": "Stores the message and sends the event `user_message` to the agent. Without `conversation_id` a conversation\nis created. If as many events wait for the agent, or the user has as many conversations, as may be, it is 429. A voice message carries its transcription in `text` and the recording in `audio_base64`.\n",
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
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
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
                  "summary": "Opens a conversation.",
                  "value": {
                    "text": "What is on today?"
                  }
                },
                "continued": {
                  "summary": "Goes on in one.",
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
            "$ref": "#/components/responses/QuotaExceeded"
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
        "x-api-key-scope": "read",
        "tags": [
          "Conversations"
        ],
        "summary": "List conversations",
        "description": "The user's conversations, the one with the newest message first. A conversation that gets a message while one reads on moves to the first page.\nThose that the user has put away are not among them, until they get a message.\n",
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
          },
          {
            "name": "show",
            "in": "query",
            "description": "Those that are not put away, which are pinned ones as well; or only those that are put away; or only those that are pinned.\n",
            "schema": {
              "type": "string",
              "enum": [
                "active",
                "archived",
                "pinned"
              ],
              "default": "active"
            }
          },
          {
            "name": "limit",
            "in": "query",
            "description": "How many conversations at most.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 200,
              "default": 200
            }
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "`last_message_at` and `id` of the last conversation of the page before, with a comma between them; without the first if it is null. The conversation may have been\ndeleted since, or have got a message.\n",
            "schema": {
              "type": "string",
              "maxLength": 100,
              "pattern": "^([0-9TZ:.-]{1,32})?,conv_[0-9A-Za-z]{1,64}$"
            },
            "example": "2026-03-02T09:30:00.000Z,conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
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
                    "last_message_text": "What is on today?",
                    "title": "Plans",
                    "titled_by": "user",
                    "pinned": true,
                    "archived": false,
                    "unread_count": 0,
                    "read_through": "2026-03-02T09:30:00.000Z"
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/messages/{message_id}": {
      "delete": {
        "operationId": "deleteMessage",
        "x-api-key-scope": "write",
        "tags": [
          "Conversations"
        ],
        "summary": "Delete a message",
        "description": "Removes a message of the user or of an agent, with its files and everything else that says what it says: its event with the attempts to\ndeliver it, the excerpt of the conversation, the summary of the run whose end it tells. If the agent has not received the message yet, it does not\nreceive it any more; what has left the service cannot be taken back. With the card of a request the request goes as well: an open one is dismissed\nfirst, and its event tells the agent. This cannot be undone. A message that is gone is 404.\n",
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
            "$ref": "#/components/parameters/MessageIdPath"
          }
        ],
        "responses": {
          "204": {
            "description": "The message is gone."
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
    "/api/client/messages/{message_id}/quick-reply": {
      "post": {
        "operationId": "pressQuickReply",
        "x-api-key-scope": "write",
        "tags": [
          "Conversations"
        ],
        "summary": "Press a button under an agent's message",
        "description": "Sends the text of the button as a message of the user, into the conversation of the agent's message, with the event `user_message`. Of the buttons of one message one is\npressed, once. The same one again, as on another device, sends nothing more and answers the same. It is 409 if another one was pressed, if the user\nhas written into the conversation since, or if the agent has sent other buttons there.\n",
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
            "$ref": "#/components/parameters/MessageIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/QuickReplyPress"
              },
              "example": {
                "index": 0
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
            "$ref": "#/components/responses/CrossSiteRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
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
            "$ref": "#/components/responses/QuotaExceeded"
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
    "/api/client/conversations/{conversation_id}": {
      "get": {
        "operationId": "getConversation",
        "x-api-key-scope": "read",
        "tags": [
          "Conversations"
        ],
        "summary": "Read a conversation",
        "description": "What the list says of one conversation, wherever in it the conversation stands.",
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
          }
        ],
        "responses": {
          "200": {
            "description": "The conversation.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Conversation"
                },
                "example": {
                  "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "last_message_at": "2026-03-02T09:30:00.000Z",
                  "last_message_text": "Three mails need an answer.",
                  "title": "Mails of the week",
                  "titled_by": "user",
                  "pinned": true,
                  "archived": false,
                  "unread_count": 2,
                  "read_through": "2026-03-02T09:29:00.000Z"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
        "operationId": "updateConversation",
        "x-api-key-scope": "write",
        "tags": [
          "Conversations"
        ],
        "summary": "Name, pin or put away a conversation",
        "description": "Only the fields that are given change. The user's title is shown instead of the agent's. A conversation that is put away (`archived`) leaves the list until it gets a message, of\nwhomever. It is pinned no longer; pinning takes it back. At most 50 conversations of a user are pinned: beyond that it is 409.\n",
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
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ConversationChanges"
              },
              "examples": {
                "title": {
                  "summary": "Names it.",
                  "value": {
                    "title": "Mails of the week"
                  }
                },
                "pinned": {
                  "summary": "Pins it.",
                  "value": {
                    "pinned": true
                  }
                },
                "archived": {
                  "summary": "Puts it away until it gets a message.",
                  "value": {
                    "archived": true
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The conversation as it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Conversation"
                },
                "example": {
                  "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "last_message_at": "2026-03-02T09:30:00.000Z",
                  "last_message_text": "Three mails need an answer.",
                  "title": "Mails of the week",
                  "titled_by": "user",
                  "pinned": true,
                  "archived": false,
                  "unread_count": 2,
                  "read_through": "2026-03-02T09:29:00.000Z"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
        "operationId": "deleteConversation",
        "x-api-key-scope": "write",
        "tags": [
          "Conversations"
        ],
        "summary": "Delete a conversation",
        "description": "Removes a conversation with all its messages, as each message is removed by itself. From the answer on nobody finds the conversation, neither user nor\nagent: a message into it is 404, and bubbles of runs go to another conversation. Its open requests are dismissed, and their events tell the agent.\nThe messages are removed in the background, the newest first. `GET /api/client/erasures/{erasure_id}` says how far that is. If there is little to\nremove, it is gone before the answer. This cannot be undone.\n",
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
          }
        ],
        "responses": {
          "202": {
            "description": "The conversation is deleted, and is being removed.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Erasure"
                },
                "example": {
                  "erasure_id": "ers_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                  "status": "running",
                  "remaining": {
                    "agents": 0,
                    "messages": 4500,
                    "files": 12
                  },
                  "requested_at": "2026-03-02T09:31:00.000Z",
                  "finished_at": null
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
    "/api/client/conversations/{conversation_id}/messages": {
      "get": {
        "operationId": "listConversationMessages",
        "x-api-key-scope": "read",
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
                    "id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                    "sender": "agent",
                    "sender_name": "Mailbox",
                    "kind": "report",
                    "text": "## Sales",
                    "image_urls": [],
                    "audio_url": null,
                    "report_title": "Weekly report",
                    "report_description": "Week 9",
                    "task_run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                    "decision_id": null,
                    "created_at": "2026-03-02T09:30:05.000Z"
                  },
                  {
                    "id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                    "sender": "human",
                    "sender_name": "Ada",
                    "kind": "text",
                    "text": "What is on today?",
                    "image_urls": [],
                    "audio_url": null,
                    "report_title": null,
                    "report_description": null,
                    "task_run_id": null,
                    "decision_id": null,
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
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/decisions": {
      "get": {
        "operationId": "listDecisions",
        "x-api-key-scope": "read",
        "tags": [
          "Decisions"
        ],
        "summary": "List decisions",
        "description": "What the user's agents have asked for, newest first.",
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
            "$ref": "#/components/parameters/DecisionStatusQuery"
          },
          {
            "name": "agent_id",
            "in": "query",
            "description": "Only decisions of this agent.",
            "schema": {
              "type": "string",
              "pattern": "^agt_[0-9A-Za-z]{1,64}$"
            }
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/DecisionCursor"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/ClientDecisionList"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/decisions/{decision_id}": {
      "get": {
        "operationId": "getDecision",
        "x-api-key-scope": "read",
        "tags": [
          "Decisions"
        ],
        "summary": "Read a decision",
        "description": "A decision that one of the user's agents asked for.",
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
            "$ref": "#/components/parameters/DecisionIdPath"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/ClientDecision"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/decisions/{decision_id}/resolve": {
      "post": {
        "operationId": "resolveDecision",
        "x-api-key-scope": "decisions",
        "tags": [
          "Decisions"
        ],
        "summary": "Answer a request",
        "description": "The first answer wins, and the agent gets it as the event `decision_resolved`. The same answer again is answered with what is stored,\nanother one with 409. With `always_allow` an approval also stores a rule, by which later requests of the agent are approved at once: its\npattern is the one given, else exactly the request's action. What the agent suggests is only shown to the user. A broad pattern, which\ncovers all of a verb or more, needs `confirm_broad`; without it the answer is 422 and names this field. Where the agent has a rule with the pattern\nalready, the newest answer decides when it ends.\n\nAn approval of a request with an `answer_schema` has an `answer` that fits it. If a field does not fit, the answer is 422 and names it. Who approves\nalways approves what the agent has proposed, so `always_allow` goes with these values alone.\n",
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
            "$ref": "#/components/parameters/DecisionIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/DecisionResolution"
              },
              "examples": {
                "approved": {
                  "summary": "Yes, this once.",
                  "value": {
                    "status": "approved",
                    "note": "Go ahead."
                  }
                },
                "always": {
                  "summary": "Yes, and always for actions like it.",
                  "value": {
                    "status": "approved",
                    "always_allow": true,
                    "always_allow_pattern": "mail.send:*@example.com"
                  }
                },
                "week": {
                  "summary": "Yes, and always for a week.",
                  "value": {
                    "status": "approved",
                    "always_allow": true,
                    "always_allow_expires_in_seconds": 604800
                  }
                },
                "filled": {
                  "summary": "Yes, with a form.",
                  "value": {
                    "status": "approved",
                    "answer": {
                      "amount": 1150,
                      "tone": "friendly",
                      "with_terms": true
                    }
                  }
                },
                "broad": {
                  "summary": "Yes, and always for all of a verb.",
                  "value": {
                    "status": "approved",
                    "always_allow": true,
                    "always_allow_pattern": "mail.send:*",
                    "confirm_broad": true
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/ResolvedDecision"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
            "$ref": "#/components/responses/QuotaExceeded"
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
    "/api/client/decision-rules": {
      "get": {
        "operationId": "listDecisionRules",
        "x-api-key-scope": "read",
        "tags": [
          "Decisions"
        ],
        "summary": "List always-allow rules",
        "description": "The rules by which requests of the user's agents are approved at once, newest first.",
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
            "description": "Only rules for this agent.",
            "schema": {
              "type": "string",
              "pattern": "^agt_[0-9A-Za-z]{1,64}$"
            }
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "The `rule_id` of the last rule of the page before.",
            "schema": {
              "type": "string",
              "pattern": "^rul_[0-9A-Za-z]{1,64}$"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Rules, newest first; an empty list after the last page.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/DecisionRule"
                  }
                },
                "example": [
                  {
                    "rule_id": "rul_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                    "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                    "pattern": "mail.send:*@example.com",
                    "created_at": "2026-03-02T09:31:00.000Z",
                    "expires_at": null
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/decision-rules/{rule_id}": {
      "delete": {
        "operationId": "revokeDecisionRule",
        "x-api-key-scope": "decisions",
        "tags": [
          "Decisions"
        ],
        "summary": "Revoke an always-allow rule",
        "description": "From the answer on, no request is approved by this rule. What it has approved stays approved.",
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
            "name": "rule_id",
            "in": "path",
            "required": true,
            "description": "The rule, `rul_<id>`.",
            "schema": {
              "type": "string",
              "pattern": "^rul_[0-9A-Za-z]{1,64}$"
            },
            "example": "rul_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f"
          }
        ],
        "responses": {
          "204": {
            "description": "The rule is gone."
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
    "/api/client/decision-rules/preview": {
      "post": {
        "operationId": "previewDecisionRule",
        "x-api-key-scope": "read",
        "tags": [
          "Decisions"
        ],
        "summary": "See what a pattern would have covered",
        "description": "Compares a pattern with the actions of the agent's newest requests, at most 1,000, whatever became of them. Nothing is stored.\n",
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
                "$ref": "#/components/schemas/DecisionRuleDraft"
              },
              "example": {
                "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                "pattern": "mail.send:*@example.com"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "How many requests the pattern covers, and the newest of them.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DecisionRulePreview"
                },
                "example": {
                  "count": 1,
                  "examined": 12,
                  "is_broad": false,
                  "samples": [
                    {
                      "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                      "title": "Send the offer to Ada?",
                      "action": "mail.send:ada@example.com",
                      "status": "approved",
                      "created_at": "2026-03-02T09:30:00.000Z"
                    }
                  ]
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/client/agents/{agent_id}/events/redeliver": {
      "post": {
        "operationId": "redeliverFailedEvents",
        "x-api-key-scope": "write",
        "tags": [
          "Event log"
        ],
        "summary": "Deliver again what failed since a time",
        "description": "Starts a new round of attempts for the agent's `failed` events from `since` on, oldest first, each under its own event id; at most\n500 in one call. Events whose run is finished are left out.\n",
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
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/FailedSince"
              },
              "example": {
                "since": "2026-03-02T00:00:00.000Z"
              }
            }
          }
        },
        "responses": {
          "202": {
            "description": "The events are on their way.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Redeliveries"
                },
                "example": {
                  "redelivered": 17,
                  "more": false
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
    "/api/client/agents/{agent_id}/webhook/test": {
      "post": {
        "operationId": "testAgentWebhook",
        "x-idempotency-key": "afterwards",
        "x-api-key-scope": "write",
        "tags": [
          "Agents"
        ],
        "summary": "Try an agent's webhook",
        "description": "Sends one signed request to the webhook, now and without retries, and answers with what came of it. Its body is\n`{type: \"test\", agent_id, sent_at}`, with the headers of a delivery; it is no event, stands in no log and moves no counter. With\n`webhook_url` another address is tried, before it is saved. One test of a user at a time: 429 otherwise.\n",
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
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WebhookTest"
              },
              "example": {
                "webhook_url": "https://agent.example.com/events"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "What came of the request, also where it failed.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WebhookTestResult"
                },
                "examples": {
                  "delivered": {
                    "summary": "The receiver took it.",
                    "value": {
                      "delivered": true,
                      "status_code": 204,
                      "error": null,
                      "response": "",
                      "duration_ms": 12
                    }
                  },
                  "failed": {
                    "summary": "The receiver answered, but not with 2xx.",
                    "value": {
                      "delivered": false,
                      "status_code": 500,
                      "error": "Answered 500",
                      "response": "Oops",
                      "duration_ms": 41
                    }
                  },
                  "unanswered": {
                    "summary": "Nobody listens there.",
                    "value": {
                      "delivered": false,
                      "status_code": null,
                      "error": "The connection was refused",
                      "response": null,
                      "duration_ms": 3
                    }
                  }
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/client/agents/{agent_id}/webhook/probe": {
      "post": {
        "operationId": "probeAgentWebhook",
        "x-api-key-scope": "write",
        "tags": [
          "Agents"
        ],
        "summary": "Probe a webhook whose deliveries are held back",
        "description": "Sends the oldest held event now instead of at `next_probe_at`. It is the event's one attempt. If the webhook takes it, deliveries go on; else the event has failed, and\nthe waits behind it begin anew with the shortest one. If nothing is held, the next event is the probe. If the agent's `webhook_breaker` is not open, nothing is to be probed, and nothing happens.\n",
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
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "responses": {
          "202": {
            "description": "The probe is due, or there is none.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WebhookProbe"
                },
                "example": {
                  "agent_id": "agt_019a1f0c6b7f4d2f8a3b5c6d7e8f9a0c",
                  "is_due": true
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
    "/api/client/account/erasure": {
      "post": {
        "operationId": "eraseAccount",
        "x-idempotency-key": "none",
        "x-api-key-scope": "none",
        "tags": [
          "Account"
        ],
        "summary": "Erase the account",
        "description": "Erases the account with everything in it: agents with their keys, conversations, tasks, runs, events, decisions, rules, files, sessions and\nthe audit log. From the answer on, nobody can sign in to it, its agents are refused, their sockets are closed and its e-mail address is free.\nThe rows and files are removed in the background. This cannot be undone. Needs the user's password; guesses are slowed down as at\na sign-in.\n",
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
                "$ref": "#/components/schemas/AccountErasure"
              },
              "example": {
                "password": "correct horse battery"
              }
            }
          }
        },
        "responses": {
          "202": {
            "description": "The account is closed. Its id is the only way to ask how far the erasure is.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Erasure"
                },
                "example": {
                  "erasure_id": "ers_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                  "status": "running",
                  "remaining": {
                    "agents": 2,
                    "messages": 0,
                    "files": 40
                  },
                  "requested_at": "2026-03-02T09:31:00.000Z",
                  "finished_at": null
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
    "/api/client/erasures/{erasure_id}": {
      "get": {
        "operationId": "getErasure",
        "tags": [
          "Account"
        ],
        "summary": "See how far an erasure is",
        "description": "Of an account or of a conversation. Needs no sign-in, since there may be no account any more: the id, which nobody can guess, is enough. The answer names nobody. It can be read\nuntil `RETENTION_AUDIT_DAYS` after the end.\n",
        "security": [],
        "parameters": [
          {
            "name": "erasure_id",
            "in": "path",
            "required": true,
            "description": "The erasure, `ers_<id>`.",
            "schema": {
              "type": "string",
              "pattern": "^ers_[0-9A-Za-z]{1,64}$"
            },
            "example": "ers_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f"
          }
        ],
        "responses": {
          "200": {
            "description": "The erasure.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Erasure"
                },
                "example": {
                  "erasure_id": "ers_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                  "status": "finished",
                  "remaining": {
                    "agents": 0,
                    "messages": 0,
                    "files": 0
                  },
                  "requested_at": "2026-03-02T09:31:00.000Z",
                  "finished_at": "2026-03-02T09:31:12.000Z"
                }
              }
            }
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
    "/api/client/agents/{agent_id}/events": {
      "get": {
        "operationId": "listAgentEvents",
        "x-api-key-scope": "read",
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
            "description": "The `event_id` of the last event of the page before. It may have been removed since.",
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
                    "event_id": "evt_019a1f0c6b7f1a2b3c4d5e6f7a8b9c0e",
                    "type": "user_message",
                    "state": "pending",
                    "channel": null,
                    "drop_reason": null,
                    "message_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                    "task_id": null,
                    "run_id": null,
                    "decision_id": null,
                    "created_at": "2026-03-02T09:30:00.000Z",
                    "delivered_at": null,
                    "next_attempt_at": "2026-03-02T09:30:30.051Z",
                    "attempts": [
                      {
                        "delivery_id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
                        "retry_num": 0,
                        "retry_reason": "first_attempt",
                        "status_code": 500,
                        "error": "Answered 500",
                        "duration_ms": 41,
                        "started_at": "2026-03-02T09:30:00.010Z"
                      }
                    ],
                    "subject": "How many mails are there?"
                  },
                  {
                    "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                    "type": "task_due",
                    "state": "delivered",
                    "channel": "websocket",
                    "drop_reason": null,
                    "message_id": null,
                    "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                    "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                    "decision_id": null,
                    "created_at": "2026-03-02T09:00:00.000Z",
                    "delivered_at": "2026-03-02T09:00:00.015Z",
                    "next_attempt_at": null,
                    "attempts": [],
                    "subject": "Morning mail"
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/agents/{agent_id}/events/{event_id}/frame": {
      "get": {
        "operationId": "getAgentEventFrame",
        "x-api-key-scope": "read",
        "tags": [
          "Event log"
        ],
        "summary": "Read what an event says",
        "description": "The event as its agent receives it, whatever became of it. Reading it changes nothing: the agent gets the event all the same.\n",
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
            "$ref": "#/components/parameters/EventIdPath"
          }
        ],
        "responses": {
          "200": {
            "description": "The event.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/EventFrame"
                },
                "example": {
                  "event_id": "evt_019a1f0c6b7f1a2b3c4d5e6f7a8b9c0e",
                  "event": {
                    "type": "user_message",
                    "text": "How many mails are there?",
                    "sender_name": "Ada",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                    "message_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/events/{event_id}/redeliver": {
      "post": {
        "operationId": "redeliverEvent",
        "x-api-key-scope": "write",
        "tags": [
          "Event log"
        ],
        "summary": "Deliver an event again",
        "description": "Starts a new round of attempts, whatever became of the earlier ones, under the same event id, by which the agent can tell that it\nhas seen the event. An event whose run is finished is not sent again: 409.\n",
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
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/client/account/exports": {
      "get": {
        "operationId": "listExports",
        "x-api-key-scope": "read",
        "tags": [
          "Account"
        ],
        "summary": "List the exports of the account",
        "description": "The user's exports, newest first. Each is removed a day after it was made.",
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
            "description": "The exports.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/AccountExport"
                  }
                },
                "example": [
                  {
                    "export_id": "exp_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                    "state": "ready",
                    "lines": 1840,
                    "byte_length": 120348,
                    "requested_at": "2026-03-02T09:31:00.000Z",
                    "expires_at": "2026-03-03T09:31:04.000Z"
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
      "post": {
        "operationId": "requestExport",
        "x-api-key-scope": "write",
        "tags": [
          "Account"
        ],
        "summary": "Ask for an export of the account",
        "description": "Everything that is kept of the user is written into a zip in the background: profile, agents and keys without secrets, tasks without\ntrigger URLs, their runs with context blocks, events, decisions, rules, messages, files with their bytes, invitations, and the audit log. A user has at most three exports, one of\nwhich is being made; else the answer is 409.\n",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "responses": {
          "202": {
            "description": "It will be made.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AccountExport"
                },
                "example": {
                  "export_id": "exp_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                  "state": "pending",
                  "lines": 0,
                  "byte_length": 0,
                  "requested_at": "2026-03-02T09:31:00.000Z",
                  "expires_at": null
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/client/account/exports/{export_id}/file": {
      "get": {
        "operationId": "getExportFile",
        "x-api-key-scope": "read",
        "tags": [
          "Account"
        ],
        "summary": "Fetch the file of an export",
        "description": "A zip. Each noun has a file of JSON Lines in UTF-8: `profile.jsonl`, `agents.jsonl`, `agent_keys.jsonl`, `tasks.jsonl`, `runs.jsonl`, `context_blocks.jsonl`, `events.jsonl`,\n`decisions.jsonl`, `rules.jsonl`, `conversations.jsonl`, `messages.jsonl`, `invitations.jsonl`, `api_keys.jsonl`, `audit.jsonl` and `files.jsonl`.\nEach line is an object whose `record` says what it is: `profile`, `agent`, `agent_key`, `task`, `run`, `context_block`, `event`, `decision`, `rule`, `conversation`, `message`, `invitation`,\n`api_key`, `audit` or `file`; its other fields are those of the client API. An `event` also has the `frame` that\nthe agent receives. A `file` has the `path` of its bytes in the zip, `media/<media_id>`, which is not there if the file was removed meanwhile or finds no room. `README.txt` says what is what.\n\n404 until the export is ready, after its time, and for everybody else.\n",
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
            "name": "export_id",
            "in": "path",
            "required": true,
            "description": "The export, `exp_<id>`.",
            "schema": {
              "type": "string",
              "pattern": "^exp_[0-9A-Za-z]{1,64}$"
            },
            "example": "exp_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f"
          }
        ],
        "responses": {
          "200": {
            "description": "The file.",
            "content": {
              "application/zip": {
                "schema": {
                  "type": "string",
                  "format": "binary"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/invitations": {
      "get": {
        "operationId": "listInvitations",
        "x-api-key-scope": "none",
        "tags": [
          "Invitations"
        ],
        "summary": "List invitations",
        "description": "The user's invitations, newest first, and whether the user may make another one.",
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
            "name": "limit",
            "in": "query",
            "description": "How many invitations at most.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "default": 100
            }
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "The `invitation_id` of the last invitation of the page before, which may have been revoked since.",
            "schema": {
              "type": "string",
              "pattern": "^inv_[0-9A-Za-z]{1,64}$"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The invitations, without their links; none after the last page.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/InvitationList"
                },
                "example": {
                  "may_invite": true,
                  "invitations": [
                    {
                      "invitation_id": "inv_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                      "note": "Grace",
                      "created_at": "2026-03-02T09:30:00.000Z",
                      "expires_at": "2026-03-09T09:30:00.000Z",
                      "used_at": null
                    }
                  ]
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
      "post": {
        "operationId": "createInvitation",
        "x-api-key-scope": "none",
        "tags": [
          "Invitations"
        ],
        "summary": "Invite somebody",
        "description": "Makes a link by which one person may make an account where sign-up is closed. Only this answer shows the link. A user has at most 10\ninvitations that are neither used nor expired.\n\nThe invited person opens the link in a browser. Without a browser: send what follows `#invitation=` as the field `invitation` of\n`POST /api/auth/sign-up/email`, beside `name`, `email` and `password`. If the invitation does not exist, was used or revoked, or has expired, the\nanswer is 403.\n",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/InvitationDraft"
              },
              "example": {
                "note": "Grace",
                "expires_in_seconds": 604800
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The invitation, with its link.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/NewInvitation"
                },
                "example": {
                  "invitation_id": "inv_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                  "note": "Grace",
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "expires_at": "2026-03-09T09:30:00.000Z",
                  "used_at": null,
                  "link": "https://agents.example.com/sign-up#invitation=4f1c2a9b8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3"
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
            "description": "The operator has turned invitations off, or a write with a session cookie came from another site's page.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "example": {
                  "detail": "Invitations are turned off"
                }
              }
            }
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "409": {
            "description": "Sign-up is open, so nobody needs an invitation; or the user has as many open invitations as a user may have.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "example": {
                  "detail": "A user has at most 10 open invitations"
                }
              }
            }
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/client/invitations/{invitation_id}": {
      "delete": {
        "operationId": "revokeInvitation",
        "x-api-key-scope": "none",
        "tags": [
          "Invitations"
        ],
        "summary": "Revoke an invitation",
        "description": "From the answer on, nobody makes an account by its link. One that was used cannot be revoked.",
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
            "name": "invitation_id",
            "in": "path",
            "required": true,
            "description": "The invitation, `inv_<id>`.",
            "schema": {
              "type": "string",
              "pattern": "^inv_[0-9A-Za-z]{1,64}$"
            },
            "example": "inv_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f"
          }
        ],
        "responses": {
          "204": {
            "description": "The invitation is gone."
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
          "409": {
            "description": "Somebody has used the invitation, or uses it at this moment.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Error"
                },
                "example": {
                  "detail": "The invitation was used"
                }
              }
            }
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
    "/api/client/conversations/{conversation_id}/reading": {
      "put": {
        "operationId": "readConversation",
        "x-api-key-scope": "write",
        "tags": [
          "Conversations"
        ],
        "summary": "Say what the user has read",
        "description": "Marks the conversation as read up to a message, on all devices of the user. The mark moves on and never back: a call that says less changes nothing. It moves at most to the newest\nmessage, so no later message counts as read.\n",
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
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Reading"
              },
              "example": {
                "read_through": "2026-03-02T09:30:00.000Z"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The conversation as it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Conversation"
                },
                "example": {
                  "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "last_message_at": "2026-03-02T09:30:00.000Z",
                  "last_message_text": "Three mails need an answer.",
                  "title": "Mails",
                  "titled_by": "agent",
                  "pinned": false,
                  "archived": false,
                  "unread_count": 0,
                  "read_through": "2026-03-02T09:30:00.000Z"
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
    "/api/client/conversations/{conversation_id}/unread": {
      "post": {
        "operationId": "markConversationUnread",
        "x-api-key-scope": "write",
        "tags": [
          "Conversations"
        ],
        "summary": "Mark a conversation as unread",
        "description": "Moves the mark back before the agent's newest message, so that it counts as unread again. If the agent has written none of the newest 100 messages, or the newest one of it is unread\nalready, nothing changes.\n",
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
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "responses": {
          "200": {
            "description": "The conversation as it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Conversation"
                },
                "example": {
                  "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "last_message_at": "2026-03-02T09:30:00.000Z",
                  "last_message_text": "Three mails need an answer.",
                  "title": "Mails",
                  "titled_by": "agent",
                  "pinned": false,
                  "archived": false,
                  "unread_count": 1,
                  "read_through": "2026-03-02T09:29:59.999Z"
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
    "/api/client/agents/{agent_id}/replays": {
      "get": {
        "operationId": "listReplays",
        "x-api-key-scope": "read",
        "tags": [
          "Event log"
        ],
        "summary": "List an agent's replays",
        "description": "The newest 20, newest first. Older ones are not kept.",
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
        "responses": {
          "200": {
            "description": "The replays.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/Replay"
                  }
                },
                "example": [
                  {
                    "replay_id": "rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f",
                    "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                    "state": "running",
                    "filter": {
                      "state": "failed",
                      "type": "user_message",
                      "from": "2026-03-01T00:00:00.000Z",
                      "to": "2026-03-02T00:00:00.000Z"
                    },
                    "rate_per_second": 10,
                    "progress_percent": 62,
                    "waits_for": null,
                    "redelivered": 310,
                    "under_way": 12,
                    "delivered": 290,
                    "failed": 8,
                    "waiting": 0,
                    "skipped": 3,
                    "removed": 0,
                    "created_at": "2026-03-02T09:30:00.000Z",
                    "ended_at": null
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
      "post": {
        "operationId": "startReplay",
        "x-api-key-scope": "write",
        "tags": [
          "Event log"
        ],
        "summary": "Deliver the events of a time again",
        "description": "Starts a new round of attempts for each of the agent's events that has this state and type and was written in this time, oldest first, each under its own event\nid, as many in a second as asked for. It goes on in the background. Events that come later than this call are not among them, and an event whose run is finished\nis left out.\n\nOf one agent, one replay is under way and at most four others wait for it; a further one is 409. A replay waits while nothing can reach the agent, while 20 of its own events are on\ntheir way, and while more than 50 other events of the agent are.\n",
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
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewReplay"
              },
              "example": {
                "type": "user_message",
                "from": "2026-03-01T00:00:00Z",
                "to": "2026-03-02T00:00:00Z",
                "rate_per_second": 10
              }
            }
          }
        },
        "responses": {
          "202": {
            "description": "It is under way, or waits for another one of the agent.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Replay"
                },
                "example": {
                  "replay_id": "rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "state": "running",
                  "filter": {
                    "state": "failed",
                    "type": "user_message",
                    "from": "2026-03-01T00:00:00.000Z",
                    "to": "2026-03-02T00:00:00.000Z"
                  },
                  "rate_per_second": 10,
                  "progress_percent": 0,
                  "waits_for": null,
                  "redelivered": 0,
                  "under_way": 0,
                  "delivered": 0,
                  "failed": 0,
                  "waiting": 0,
                  "skipped": 0,
                  "removed": 0,
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "ended_at": null
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/client/agents/{agent_id}/replays/count": {
      "get": {
        "operationId": "countReplay",
        "x-api-key-scope": "read",
        "tags": [
          "Event log"
        ],
        "summary": "Count what a replay would send",
        "description": "Counts the events that a replay of this state, type and time would send if it began now, without beginning it. At most 10,000 rows of the log are looked at, the oldest\nfirst, for about a second. If there are more, `is_complete` is false, and `events` is what was counted so far.\n",
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
            "name": "from",
            "in": "query",
            "required": true,
            "description": "Only events written at this moment or later.",
            "schema": {
              "type": "string",
              "format": "date-time"
            },
            "example": "2026-03-01T00:00:00Z"
          },
          {
            "name": "to",
            "in": "query",
            "description": "Only events written before this moment. By default all up to this call.",
            "schema": {
              "type": "string",
              "format": "date-time"
            },
            "example": "2026-03-02T00:00:00Z"
          },
          {
            "name": "state",
            "in": "query",
            "description": "The state that the events have.",
            "schema": {
              "$ref": "#/components/schemas/ReplayedState"
            },
            "example": "failed"
          },
          {
            "name": "type",
            "in": "query",
            "description": "Only events of this type. By default of all types.",
            "schema": {
              "$ref": "#/components/schemas/EventType"
            },
            "example": "user_message"
          }
        ],
        "responses": {
          "200": {
            "description": "The count.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReplayCount"
                },
                "example": {
                  "events": 412,
                  "is_complete": true
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/replays/{replay_id}": {
      "get": {
        "operationId": "getReplay",
        "x-api-key-scope": "read",
        "tags": [
          "Event log"
        ],
        "summary": "How far a replay is",
        "description": "What it has done so far.",
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
            "$ref": "#/components/parameters/ReplayIdPath"
          }
        ],
        "responses": {
          "200": {
            "description": "The replay.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Replay"
                },
                "example": {
                  "replay_id": "rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "state": "finished",
                  "filter": {
                    "state": "failed",
                    "type": null,
                    "from": "2026-03-01T00:00:00.000Z",
                    "to": "2026-03-02T00:00:00.000Z"
                  },
                  "rate_per_second": 5,
                  "progress_percent": 100,
                  "waits_for": null,
                  "redelivered": 480,
                  "under_way": 0,
                  "delivered": 471,
                  "failed": 9,
                  "waiting": 0,
                  "skipped": 3,
                  "removed": 0,
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "ended_at": "2026-03-02T09:31:52.000Z"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/replays/{replay_id}/cancel": {
      "post": {
        "operationId": "cancelReplay",
        "x-api-key-scope": "write",
        "tags": [
          "Event log"
        ],
        "summary": "End a replay",
        "description": "From the answer on the replay sends nothing more. What it has sent stays on its way. A replay that is cancelled already is answered in the same way; one that has finished is 409.\n",
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
            "$ref": "#/components/parameters/ReplayIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "responses": {
          "200": {
            "description": "It is cancelled.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Replay"
                },
                "example": {
                  "replay_id": "rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "state": "cancelled",
                  "filter": {
                    "state": "failed",
                    "type": "user_message",
                    "from": "2026-03-01T00:00:00.000Z",
                    "to": "2026-03-02T00:00:00.000Z"
                  },
                  "rate_per_second": 10,
                  "progress_percent": 62,
                  "waits_for": null,
                  "redelivered": 310,
                  "under_way": 12,
                  "delivered": 290,
                  "failed": 8,
                  "waiting": 0,
                  "skipped": 3,
                  "removed": 0,
                  "created_at": "2026-03-02T09:30:00.000Z",
                  "ended_at": "2026-03-02T09:30:31.000Z"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/client/schedules/preview": {
      "post": {
        "operationId": "previewSchedule",
        "x-api-key-scope": "read",
        "tags": [
          "Client tasks"
        ],
        "summary": "See when a schedule would run",
        "description": "Checks a cron expression and a time zone as creating a task does, and lists the next five occurrences from now on; fewer where the\nexpression has no more. Nothing is stored.\n",
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
                "$ref": "#/components/schemas/ScheduleDraft"
              },
              "example": {
                "schedule": "0 9 * * 1-5",
                "timezone": "Europe/Vienna"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The next occurrences, the first one first.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SchedulePreview"
                },
                "example": {
                  "next_runs_at": [
                    "2026-03-02T08:00:00.000Z",
                    "2026-03-03T08:00:00.000Z"
                  ]
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/client/search": {
      "get": {
        "operationId": "search",
        "x-api-key-scope": "read",
        "tags": [
          "Search"
        ],
        "summary": "Search for words",
        "description": "Finds messages, reports, runs, requests for decisions and tasks of the user by their words, the newest first. All words have to be there. Case and accents do not count. `\"words in quotes\"`\nhave to stand side by side, and a word with a minus before it must not be there. The last word may be the beginning of a longer one, unless a space or a quote follows it. What is\nwritten is found about a second later. If a search takes too long, it is 503.\n",
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
            "name": "q",
            "in": "query",
            "required": true,
            "description": "What is searched for. At least one word, and 32 at most.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 200
            },
            "example": "quarterly \"sales report\" -draft"
          },
          {
            "name": "kind",
            "in": "query",
            "description": "Only this kind.",
            "schema": {
              "$ref": "#/components/schemas/SearchKind"
            }
          },
          {
            "name": "agent_id",
            "in": "query",
            "description": "Only what belongs to this agent.",
            "schema": {
              "type": "string",
              "pattern": "^agt_[0-9A-Za-z]{1,64}$"
            }
          },
          {
            "name": "limit",
            "in": "query",
            "description": "How many hits at most.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 50,
              "default": 20
            }
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "`at` and `entry_id` of the last hit of the page before, with a comma between them.",
            "schema": {
              "type": "string",
              "maxLength": 110,
              "pattern": "^[0-9TZ:.-]{1,32},(msg|tsk)_[0-9A-Za-z]{1,64}$"
            },
            "example": "2026-03-02T09:30:00.000Z,msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d"
          }
        ],
        "responses": {
          "200": {
            "description": "The hits, newest first; an empty list after the last page.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/SearchHit"
                  }
                },
                "example": [
                  {
                    "entry_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                    "kind": "report",
                    "id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                    "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                    "at": "2026-03-02T09:30:05.000Z",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                    "message_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                    "sender": "agent",
                    "sender_name": "Mailbox",
                    "title": [
                      {
                        "text": "Weekly report",
                        "is_match": false
                      }
                    ],
                    "excerpt": [
                      {
                        "text": "The ",
                        "is_match": false
                      },
                      {
                        "text": "sales report",
                        "is_match": true
                      },
                      {
                        "text": " of week 9.",
                        "is_match": false
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
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/tasks/{task_id}/sender": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TaskIdPath"
        }
      ],
      "put": {
        "operationId": "setTriggerSender",
        "x-api-key-scope": "write",
        "tags": [
          "Client tasks"
        ],
        "summary": "Say who may call a trigger",
        "description": "From the next call on, the trigger URL of an event task takes only calls that prove that they come from this sender. Any other call is 401 and counted. The\nwhole setting is replaced. If the scheme stays, the secrets that were there may go on proving for a grace, so that the provider can be told the new one\nwithout an interruption. No answer shows a secret.\n",
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
                "$ref": "#/components/schemas/NewTriggerSender"
              },
              "examples": {
                "github": {
                  "summary": "A webhook of GitHub.",
                  "value": {
                    "scheme": "github",
                    "secrets": [
                      "the-secret-of-the-webhook"
                    ]
                  }
                },
                "rotated": {
                  "summary": "A new secret, beside which the former one proves for an hour.",
                  "value": {
                    "scheme": "github",
                    "secrets": [
                      "the-new-secret"
                    ],
                    "grace_period_seconds": 3600
                  }
                },
                "header": {
                  "summary": "A system that sends a header.",
                  "value": {
                    "scheme": "shared_header",
                    "header": "x-api-token",
                    "secrets": [
                      "a-long-random-text"
                    ],
                    "delivery_id_header": "x-delivery"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The task, with its sender.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Task"
                },
                "example": {
                  "id": "tsk_019a1f0c6b7e6e7f8a9b0c1d2e3f4a5b",
                  "name": "New issue",
                  "prompt": "Sort the issue.",
                  "schedule": "event",
                  "trigger_type": "event",
                  "timezone": "UTC",
                  "run_at": null,
                  "enabled": true,
                  "next_run_at": null,
                  "last_run_status": null,
                  "trigger_id": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                  "created_at": "2026-03-01T08:00:00.000Z",
                  "sender": {
                    "scheme": "github",
                    "header": null,
                    "delivery_id_header": null,
                    "secrets": 1,
                    "former_secrets_until": null,
                    "set_at": "2026-03-01T09:00:00.000Z",
                    "refused": null
                  }
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
        "operationId": "removeTriggerSender",
        "x-api-key-scope": "write",
        "tags": [
          "Client tasks"
        ],
        "summary": "Let anybody call a trigger who knows its URL",
        "description": "From the next call on, the URL alone is enough again. The secrets and the count are forgotten. Without a sender this changes nothing, which is 204 too.",
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
            "description": "The URL is enough."
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
    "/api/client/agents/{agent_id}/signing-secret/rotate": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AgentIdPath"
        }
      ],
      "post": {
        "operationId": "rotateSigningSecret",
        "x-api-key-scope": "none",
        "tags": [
          "Agents"
        ],
        "summary": "Give an agent a new signing secret",
        "description": "From now on this secret signs the agent's deliveries, and the agent's secret signs none. The first call makes it, each further one replaces it.\nFor a grace period, a day unless said otherwise, deliveries carry two signatures. `X-Svc-Signature` is of the new secret, and\n`X-Svc-Signature-Previous` of the one that signed before, which at first is the agent's secret. `webhook-signature` lists both, with a\nspace between them. A grace of an earlier rotation ends. The body may be left out.\n",
        "security": [
          {
            "bearerToken": []
          },
          {
            "sessionCookie": []
          }
        ],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SigningSecretRotation"
              },
              "example": {
                "grace_period_seconds": 3600
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The new signing secret, shown this once.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RotatedSigningSecret"
                },
                "example": {
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "signing_secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
                  "previous_signature_until": "2026-03-01T09:00:00.000Z"
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/client/agents/{agent_id}/signing-secret": {
      "parameters": [
        {
          "$ref": "#/components/parameters/AgentIdPath"
        }
      ],
      "delete": {
        "operationId": "removeSigningSecret",
        "x-api-key-scope": "none",
        "tags": [
          "Agents"
        ],
        "summary": "Remove an agent's signing secret",
        "description": "From now on the agent's secret signs its deliveries again, alone. Without a signing secret this changes nothing, which is 204 too.",
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
            "description": "The agent's secret signs."
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
    "/api/client/agents/{agent_id}/tasks": {
      "get": {
        "operationId": "listAgentTasks",
        "x-api-key-scope": "read",
        "tags": [
          "Client tasks"
        ],
        "summary": "List an agent's tasks",
        "description": "All tasks of one of the user's agents, oldest first; with `limit` or `cursor` a page of them.\n",
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
            "$ref": "#/components/parameters/WholeLimit"
          },
          {
            "$ref": "#/components/parameters/TaskCursor"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/TaskList"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
      },
      "post": {
        "operationId": "createAgentTask",
        "x-api-key-scope": "write",
        "tags": [
          "Client tasks"
        ],
        "summary": "Create a task for an agent",
        "description": "The same call as the agent's own. An approval-only agent has no tasks: 403. The prompts of\nan agent have at most 8 MiB together: beyond that it is 409. Beyond the quota of tasks it is 429.\n",
        "x-body-limit-bytes": 524288,
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
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewTask"
              },
              "examples": {
                "cron": {
                  "summary": "By a cron expression, in UTC.",
                  "value": {
                    "name": "Morning mail",
                    "prompt": "Read the new mail and report.",
                    "schedule": "0 9 * * 1-5"
                  }
                },
                "zone": {
                  "summary": "By a cron expression, in a time zone.",
                  "value": {
                    "name": "Weekly report",
                    "prompt": "Write the report.",
                    "schedule": "30 8 * * 1",
                    "timezone": "Europe/Vienna"
                  }
                },
                "once": {
                  "summary": "Once, at a time.",
                  "value": {
                    "name": "Reminder",
                    "prompt": "Remind me.",
                    "schedule": "once",
                    "run_at": "2026-03-02T17:00:00.000Z"
                  }
                },
                "event": {
                  "summary": "Whenever its trigger URL is called.",
                  "value": {
                    "name": "New order",
                    "prompt": "Check the order.",
                    "schedule": "event"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "$ref": "#/components/responses/Task"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
            "$ref": "#/components/responses/QuotaExceeded"
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
    "/api/client/tasks/{task_id}": {
      "get": {
        "operationId": "getAgentTask",
        "x-api-key-scope": "read",
        "tags": [
          "Client tasks"
        ],
        "summary": "Read a task of an agent",
        "description": "A task of one of the user's agents.\n",
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
            "$ref": "#/components/parameters/TaskIdPath"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Task"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
        "operationId": "updateAgentTask",
        "x-api-key-scope": "write",
        "tags": [
          "Client tasks"
        ],
        "summary": "Change a task of an agent",
        "description": "Changes what is given. A new schedule, time zone or `run_at`, and enabling again, compute the next run from now. With\nthe schedule `event` the task gets a trigger id; with another one it loses it, and the URL answers 404.\n",
        "x-body-limit-bytes": 524288,
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
            "$ref": "#/components/parameters/TaskIdPath"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TaskChanges"
              },
              "examples": {
                "pause": {
                  "summary": "Let it rest.",
                  "value": {
                    "enabled": false
                  }
                },
                "reschedule": {
                  "summary": "Run it at another time.",
                  "value": {
                    "schedule": "0 18 * * 1-5",
                    "timezone": "Europe/Vienna"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Task"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
        "operationId": "deleteAgentTask",
        "x-api-key-scope": "write",
        "tags": [
          "Client tasks"
        ],
        "summary": "Delete a task of an agent",
        "description": "Deletes the task. Its open runs are cancelled, their events are not delivered any more, and its trigger URL answers 404.\n",
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
            "$ref": "#/components/parameters/TaskIdPath"
          }
        ],
        "responses": {
          "204": {
            "description": "The task is gone."
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
    "/api/client/tasks/{task_id}/run": {
      "post": {
        "operationId": "runTaskNow",
        "x-api-key-scope": "write",
        "tags": [
          "Client tasks"
        ],
        "summary": "Run a task now",
        "description": "Creates a run and sends its event to the agent: `task_due`, or for an event task `task_trigger` with an empty payload.\nA disabled task may be run as well. If as many events wait for the agent as may, it is 429.\n",
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
            "$ref": "#/components/parameters/TaskIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "responses": {
          "202": {
            "description": "The run is pending and its event on the way.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/StartedRun"
                },
                "example": {
                  "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f"
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
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/QuotaExceeded"
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
    "/api/client/tasks/{task_id}/trigger/rotate": {
      "post": {
        "operationId": "rotateTrigger",
        "x-api-key-scope": "write",
        "tags": [
          "Client tasks"
        ],
        "summary": "Rotate a trigger id",
        "description": "Gives an event task a new trigger id; the old URL answers 404 at once. A task that is no event task is 409.\n",
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
            "$ref": "#/components/parameters/TaskIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Task"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/client/tasks/{task_id}/runs": {
      "get": {
        "operationId": "listTaskRuns",
        "x-api-key-scope": "read",
        "tags": [
          "Client tasks"
        ],
        "summary": "List a task's runs",
        "description": "The runs of the task, newest first.\n",
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
            "$ref": "#/components/parameters/TaskIdPath"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/RunCursor"
          }
        ],
        "responses": {
          "200": {
            "description": "Runs, newest first.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/ClientRun"
                  }
                },
                "example": [
                  {
                    "id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                    "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                    "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                    "origin": "schedule",
                    "scheduled_for": "2026-03-02T09:00:00.000Z",
                    "status": "completed",
                    "summary": "**Three** mails answered.",
                    "started_at": "2026-03-02T09:00:00.120Z",
                    "finished_at": "2026-03-02T09:01:10.000Z"
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/agents/{agent_id}/runs/in-progress": {
      "get": {
        "operationId": "listRunsInProgress",
        "x-api-key-scope": "read",
        "tags": [
          "Client tasks"
        ],
        "summary": "List the runs that say how far they are",
        "description": "The running runs of the agent of which it has said how far they are, newest first, at most 20.\n",
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
        "responses": {
          "200": {
            "description": "The runs.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RunsInProgress"
                },
                "example": {
                  "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                  "runs": [
                    {
                      "id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                      "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                      "task_name": "Morning mail",
                      "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                      "origin": "schedule",
                      "scheduled_for": "2026-03-02T09:00:00.000Z",
                      "status": "running",
                      "summary": null,
                      "started_at": "2026-03-02T09:00:00.120Z",
                      "finished_at": null,
                      "progress": {
                        "percent": 30,
                        "text": "12 of 40 mails read",
                        "updated_at": "2026-03-02T09:00:30.000Z"
                      }
                    }
                  ]
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/runs/{run_id}": {
      "get": {
        "operationId": "getTaskRun",
        "x-api-key-scope": "read",
        "tags": [
          "Client tasks"
        ],
        "summary": "Read a run of a task",
        "description": "A run of one of the user's agents, with its task's name and, while it is not finished, its context blocks.\n",
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
            "$ref": "#/components/parameters/RunIdPath"
          }
        ],
        "responses": {
          "200": {
            "description": "The run.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ClientRunDetails"
                },
                "example": {
                  "id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                  "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                  "task_name": "Morning mail",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "origin": "schedule",
                  "scheduled_for": "2026-03-02T09:00:00.000Z",
                  "status": "running",
                  "summary": null,
                  "started_at": "2026-03-02T09:00:00.120Z",
                  "finished_at": null,
                  "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                  "context": [
                    {
                      "id": 1,
                      "text": "Mails read: 12 of 40",
                      "created_at": "2026-03-02T09:00:10.000Z"
                    }
                  ]
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/runs/{run_id}/messages": {
      "get": {
        "operationId": "listRunMessages",
        "x-api-key-scope": "read",
        "tags": [
          "Client tasks"
        ],
        "summary": "Read the messages of a run",
        "description": "What the agent has sent with the run's id, in whichever conversation, newest first: messages, cards of requests and the bubble that tells of the run's end.\n",
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
            "$ref": "#/components/parameters/RunIdPath"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "The `id` of the last message of the page before. It may have been deleted since.",
            "schema": {
              "type": "string",
              "pattern": "^msg_[0-9A-Za-z]{1,64}$"
            }
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
                    "id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                    "sender": "agent",
                    "sender_name": "Mailbox",
                    "kind": "text",
                    "text": "12 of 40 mails read",
                    "image_urls": [],
                    "audio_url": null,
                    "report_title": null,
                    "report_description": null,
                    "task_run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                    "decision_id": null,
                    "created_at": "2026-03-02T09:00:30.000Z"
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    "/api/client/runs/{run_id}/again": {
      "post": {
        "operationId": "runTaskAgain",
        "x-api-key-scope": "write",
        "tags": [
          "Client tasks"
        ],
        "summary": "Run a task again as in a run",
        "description": "Creates another run of the run's task, and sends its event to the agent with the payload and the headers that the run has. No call is a\nduplicate of it. A disabled task may be run as well. If the task was deleted, or the payload is not kept any more, it is 409; if as many\nevents wait for the agent as may, 429.\n",
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
            "$ref": "#/components/parameters/RunIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "responses": {
          "202": {
            "description": "The new run is pending and its event on the way.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/StartedRun"
                },
                "example": {
                  "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "422": {
            "$ref": "#/components/responses/InvalidRequest"
          },
          "429": {
            "$ref": "#/components/responses/QuotaExceeded"
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
    "/api/client/runs/{run_id}/cancel": {
      "post": {
        "operationId": "cancelTaskRun",
        "x-api-key-scope": "write",
        "tags": [
          "Client tasks"
        ],
        "summary": "Cancel a run of a task",
        "description": "Ends a run that is `pending` or `running`. Its context blocks are deleted, its events that are not delivered are dropped, and a bubble in\nthe chat says that it was cancelled. What its agent calls about the run from then on is answered as for any run that has ended. Cancelling\nagain answers the same; a run that its agent has finished is 409.\n",
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
            "$ref": "#/components/parameters/RunIdPath"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "responses": {
          "200": {
            "description": "The run, cancelled.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ClientRun"
                },
                "example": {
                  "id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                  "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                  "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                  "origin": "schedule",
                  "scheduled_for": "2026-03-02T09:00:00.000Z",
                  "status": "cancelled",
                  "summary": null,
                  "started_at": "2026-03-02T09:00:00.120Z",
                  "finished_at": "2026-03-02T09:00:40.000Z"
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
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/auth/device/code": {
      "post": {
        "operationId": "beginDeviceLogin",
        "x-body-limit-bytes": 16384,
        "tags": [
          "API keys"
        ],
        "summary": "Ask for an API key from a program",
        "description": "A program that has no key asks for one (RFC 8628, in JSON). It shows `user_code` and `verification_uri` to the person, and keeps `device_code` for itself. The person\nopens the page, signs in there, and says yes or no. Both codes end after ten minutes. Counts as a sign-in of its address.\n",
        "security": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewDeviceLogin"
              },
              "example": {
                "client_name": "svc on ada-laptop",
                "scopes": [
                  "read",
                  "write"
                ],
                "expires_in_seconds": 7776000
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The codes.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DeviceCodes"
                },
                "example": {
                  "device_code": "svc_dvl_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d_0123456789abcdef0123456789abcdef01234567",
                  "user_code": "WDJB-MJHT",
                  "verification_uri": "https://agents.example.org/device",
                  "verification_uri_complete": "https://agents.example.org/device?code=WDJB-MJHT",
                  "expires_in": 600,
                  "interval": 5
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
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
    "/api/auth/device/token": {
      "post": {
        "operationId": "exchangeDeviceCode",
        "x-body-limit-bytes": 16384,
        "tags": [
          "API keys"
        ],
        "summary": "Fetch the API key that a person has granted",
        "description": "The program asks with its `device_code`, every `interval` seconds. Until the person has said yes, it is 400 with an `error` of RFC 8628. The key comes once.\nA code that was used, is over or never was gets the same answer.\n",
        "security": [],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/DeviceCodeExchange"
              },
              "example": {
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                "device_code": "svc_dvl_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d_0123456789abcdef0123456789abcdef01234567"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The key, shown this once.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/GrantedKey"
                },
                "example": {
                  "access_token": "svc_pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d_0123456789abcdef0123456789abcdef01234567",
                  "token_type": "Bearer",
                  "scope": "read write",
                  "expires_in": 7776000,
                  "key_id": "pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                  "user": {
                    "user_id": "hSPkqD3vJx0c",
                    "name": "Ada",
                    "email": "ada@example.org"
                  }
                }
              }
            }
          },
          "400": {
            "description": "There is no key yet, or there will be none; or the body is not JSON, and then without `error`.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DeviceLoginError"
                },
                "examples": {
                  "pending": {
                    "summary": "The person has not answered yet.",
                    "value": {
                      "error": "authorization_pending",
                      "detail": "The login was not confirmed yet"
                    }
                  },
                  "tooSoon": {
                    "summary": "The program asked too soon. It waits five seconds more between its questions from now on.",
                    "value": {
                      "error": "slow_down",
                      "detail": "The program asks too often"
                    }
                  },
                  "denied": {
                    "summary": "The person has said no.",
                    "value": {
                      "error": "access_denied",
                      "detail": "The login was refused"
                    }
                  },
                  "over": {
                    "summary": "The ten minutes are over, the key was fetched, or there never was such a code.",
                    "value": {
                      "error": "expired_token",
                      "detail": "The code is not valid any more"
                    }
                  }
                }
              }
            }
          },
          "408": {
            "$ref": "#/components/responses/RequestTimeout"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
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
    "/api/client/account/device-logins/find": {
      "post": {
        "operationId": "findDeviceLogin",
        "x-api-key-scope": "none",
        "tags": [
          "API keys"
        ],
        "summary": "See which program asks under a code",
        "description": "What the person is shown before saying yes. Codes that are wrong are counted and bounded, so that nobody finds one by trying.",
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
                "$ref": "#/components/schemas/DeviceUserCode"
              },
              "example": {
                "user_code": "WDJB-MJHT"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The program, as it describes itself.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DeviceLogin"
                },
                "example": {
                  "client_name": "svc on ada-laptop",
                  "address": "192.0.2.17",
                  "scopes": [
                    "read",
                    "write"
                  ],
                  "expires_in_seconds": 7776000,
                  "created_at": "2026-03-01T08:00:00.000Z",
                  "expires_at": "2026-03-01T08:10:00.000Z"
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/client/account/device-logins/resolve": {
      "post": {
        "operationId": "resolveDeviceLogin",
        "x-api-key-scope": "none",
        "tags": [
          "API keys"
        ],
        "summary": "Let a program have an API key, or refuse it",
        "description": "With `scopes` and `expires_in_seconds` the program gets a key that the person has chosen so, whatever it asked for; it is listed with the others under the program's name.\nWith `approved: false` it is told so. No key opens this call.\n",
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
                "$ref": "#/components/schemas/DeviceLoginAnswer"
              },
              "examples": {
                "yes": {
                  "summary": "A key that reads, for a day.",
                  "value": {
                    "user_code": "WDJB-MJHT",
                    "approved": true,
                    "scopes": [
                      "read"
                    ],
                    "expires_in_seconds": 86400
                  }
                },
                "no": {
                  "summary": "No key.",
                  "value": {
                    "user_code": "WDJB-MJHT",
                    "approved": false
                  }
                }
              }
            }
          }
        },
        "responses": {
          "204": {
            "description": "The program learns it with its next question."
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
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ]
      }
    },
    "/api/client/account": {
      "get": {
        "operationId": "getAccount",
        "x-api-key-scope": "read",
        "tags": [
          "Account"
        ],
        "summary": "See who calls",
        "description": "The person, and the API key that the call came with.",
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
            "description": "Who calls.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Caller"
                },
                "examples": {
                  "key": {
                    "summary": "A program of the person.",
                    "value": {
                      "user_id": "hSPkqD3vJx0c",
                      "name": "Ada",
                      "email": "ada@example.org",
                      "api_key": {
                        "key_id": "pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                        "name": "svc on ada-laptop",
                        "scopes": [
                          "read",
                          "write"
                        ],
                        "expires_at": "2026-05-30T08:00:00.000Z"
                      }
                    }
                  },
                  "session": {
                    "summary": "The person.",
                    "value": {
                      "user_id": "hSPkqD3vJx0c",
                      "name": "Ada",
                      "email": "ada@example.org",
                      "api_key": null
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
        "description": "The trigger id in the path is the only credential: whoever knows it can start runs. The body, any JSON object,\nreaches the agent as the event's `payload`; an empty body counts as `{}`. The same payload within 24 hours\nstarts nothing and answers with the earlier run. With the header `Idempotency-Key` the key decides instead: a new one starts\na run whatever the payload is, and a known one is a duplicate. While the agent is offline the event is queued. Where as many\ntriggers of the task wait for the agent as may, the call answers 429 and starts nothing. If the task has a sender (`PUT /api/client/tasks/{task_id}/sender`), a call that does not prove that it comes\nfrom there is 401, and the same delivery id is a duplicate instead of the same payload or key. Numbers reach the agent digit\nfor digit. The body is read as JSON whatever its `Content-Type` says. If it is no JSON and says `application/x-www-form-urlencoded`, its\nfields become an object: each a string, a list of strings where a name comes again, and the field `payload` the JSON that it holds.\nIt has at most 1 MiB and 100,000 values, and must not be compressed.\n",
        "x-body-limit-bytes": 1048576,
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
          },
          {
            "name": "Idempotency-Key",
            "in": "header",
            "description": "A name that the caller gives to this call, such as a UUID. It stands for the payload where calls are compared.",
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 255,
              "pattern": "^[\\x21-\\x7e]+$"
            },
            "example": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
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
            },
            "application/x-www-form-urlencoded": {
              "schema": {
                "$ref": "#/components/schemas/TriggerPayload"
              },
              "example": {
                "payload": "{\"action\":\"opened\"}"
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
                  },
                  "pong": {
                    "summary": "A signed ping of GitHub, which starts nothing.",
                    "value": {
                      "status": "pong"
                    }
                  },
                  "challenge": {
                    "summary": "A signed `url_verification` of Slack, which starts nothing.",
                    "value": {
                      "challenge": "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "description": "The task has a sender, and the call does not prove that it comes from there. It is not said why.",
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
            "$ref": "#/components/responses/TooManyTriggers"
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
    "/mcp": {
      "post": {
        "operationId": "callMcp",
        "tags": [
          "Agent"
        ],
        "summary": "Call a tool of the Model Context Protocol",
        "description": "The service as an MCP server, for coding agents and other programs that know the protocol: Streamable HTTP without sessions. Each message is a call by itself, which is answered\nwith JSON and never with a stream. Revisions 2024-11-05 to 2025-11-25 and 2026-07-28 are understood. There are no subscriptions, no batches, and nothing to `GET` or `DELETE`.\n\nThe caller is an agent: by its two headers, or by `Authorization: Bearer <agent_id>:<secret>` for clients that have one field for a token. A key may stand where the secret stands.\n\n`tools/list` names the tools that the agent's kind and the scopes of its key open: `send_message`, `send_report`, `list_tasks`, `save_context` and `complete_run` for interactive agents,\n`ask_decision` and `get_decision` for both kinds. A tool takes what the call of the agent API takes that it stands for, and answers the same. What that call refuses is a result with\n`isError`, which names the fields. `ask_decision` waits for 45 seconds at most, then answers `pending` with the id. If the caller leaves meanwhile, the request stays open.\n\nOnly a browser sends an `Origin`. It has to be this installation's.\n",
        "x-body-limit-bytes": 1048576,
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          },
          {
            "agentBearer": []
          }
        ],
        "x-agent-scopes": [
          "messages",
          "tasks",
          "decisions"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/McpMessage"
              },
              "examples": {
                "list": {
                  "summary": "Which tools there are.",
                  "value": {
                    "jsonrpc": "2.0",
                    "id": 1,
                    "method": "tools/list"
                  }
                },
                "ask": {
                  "summary": "Ask, and wait for the answer.",
                  "value": {
                    "jsonrpc": "2.0",
                    "id": 2,
                    "method": "tools/call",
                    "params": {
                      "name": "ask_decision",
                      "arguments": {
                        "title": "Deploy version 7?",
                        "action": "deploy:7",
                        "key": "deploy-7"
                      }
                    }
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The answer to a request, also where the tool refuses.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpAnswer"
                },
                "examples": {
                  "done": {
                    "summary": "What a tool answers.",
                    "value": {
                      "jsonrpc": "2.0",
                      "id": 2,
                      "result": {
                        "content": [
                          {
                            "type": "text",
                            "text": "{\"block_id\":3,\"status\":\"ok\"}"
                          }
                        ],
                        "structuredContent": {
                          "status": "ok",
                          "block_id": 3
                        }
                      }
                    }
                  },
                  "refused": {
                    "summary": "A tool that refuses.",
                    "value": {
                      "jsonrpc": "2.0",
                      "id": 2,
                      "result": {
                        "isError": true,
                        "content": [
                          {
                            "type": "text",
                            "text": "Invalid request: title is required"
                          }
                        ]
                      }
                    }
                  }
                }
              }
            }
          },
          "202": {
            "description": "A notification was taken. It is not answered."
          },
          "400": {
            "description": "The body is not JSON in UTF-8, or of a revision that is not known.",
            "content": {
              "application/json": {
                "schema": {
                  "anyOf": [
                    {
                      "$ref": "#/components/schemas/Error"
                    },
                    {
                      "$ref": "#/components/schemas/McpAnswer"
                    }
                  ]
                },
                "example": {
                  "detail": "Malformed JSON"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ScopeMissing"
          },
          "404": {
            "description": "The method is not known (revision 2026-07-28).",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/McpAnswer"
                },
                "example": {
                  "jsonrpc": "2.0",
                  "id": 1,
                  "error": {
                    "code": -32601,
                    "message": "Method not found"
                  }
                }
              }
            }
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
    "/api/agent/media": {
      "post": {
        "operationId": "uploadAgentMedia",
        "x-body-limit-bytes": 26214400,
        "x-agent-scopes": [
          "messages"
        ],
        "x-interactive-only": true,
        "tags": [
          "Agent messages"
        ],
        "summary": "Send a file for a message",
        "description": "The body is the file itself: a PNG, JPEG, GIF or WebP image of 5 MiB, 50 million pixels and 16,384 on a side at most, or an audio file of 10 MiB at most. Its content decides what it is,\nand not its `Content-Type`, which may be any but that of a form (`curl --data-binary @photo.png …`). The file waits for one message\nof the agent that names it in `media_ids`. It is removed if none has taken it after 24 hours. A file has to come at 64 KiB a second on average after the\nfirst ten seconds, and may never be silent for ten.\n\nWith `name` the file may be of any kind and any type, and have 25 MiB. It is stored as it is, and a message has it in `files`.\n\nWith an `Idempotency-Key` the same file is stored once. Its bytes and its `name` are compared.\n",
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/FileName"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "*/*": {
              "schema": {
                "type": "string",
                "format": "binary"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The file is stored.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReceivedFile"
                },
                "example": {
                  "media_id": "p-4mB1yVqk0cJ7n2sXw9aZr5tLhUe3oGdPfKiQ8xTvC6M.png",
                  "content_type": "image/png",
                  "byte_length": 48213,
                  "url": "https://example.com/media/1772530200.n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg/p-4mB1yVqk0cJ7n2sXw9aZr5tLhUe3oGdPfKiQ8xTvC6M.png"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/KindNotAllowed"
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
            "$ref": "#/components/responses/QuotaExceeded"
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
    "/api/client/media": {
      "post": {
        "operationId": "uploadMedia",
        "x-body-limit-bytes": 26214400,
        "x-api-key-scope": "write",
        "tags": [
          "Conversations"
        ],
        "summary": "Send a file for a message",
        "description": "The body is the file itself: a PNG, JPEG, GIF or WebP image of 5 MiB, 50 million pixels and 16,384 on a side at most, or an audio file of 10 MiB at most. Its content decides what it is,\nand not its `Content-Type`, which may be any but that of a form (`curl --data-binary @photo.png …`). The file waits for one message\nof the user that names it in `media_ids`. It is removed if none has taken it after 24 hours. A file has to come at 64 KiB a second on average after the\nfirst ten seconds, and may never be silent for ten.\n\nWith `name` the file may be of any kind and any type, and have 25 MiB. It is stored as it is, and a message has it in `files`.\n\nWith an `Idempotency-Key` the same file is stored once. Its bytes and its `name` are compared.\n",
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
            "$ref": "#/components/parameters/FileName"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "*/*": {
              "schema": {
                "type": "string",
                "format": "binary"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The file is stored.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ReceivedFile"
                },
                "example": {
                  "media_id": "p-4mB1yVqk0cJ7n2sXw9aZr5tLhUe3oGdPfKiQ8xTvC6M.png",
                  "content_type": "image/png",
                  "byte_length": 48213,
                  "url": "https://example.com/media/1772530200.n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg/p-4mB1yVqk0cJ7n2sXw9aZr5tLhUe3oGdPfKiQ8xTvC6M.png"
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
            "$ref": "#/components/responses/QuotaExceeded"
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
    "/api/agent/messages/stream": {
      "post": {
        "operationId": "streamAgentMessage",
        "x-agent-scopes": [
          "messages"
        ],
        "x-interactive-only": true,
        "tags": [
          "Agent messages"
        ],
        "summary": "Send a message whose text grows",
        "description": "The body is a message in pieces, a JSON object on each line (`application/x-ndjson`), sent as they come to be: `message_delta` with `text`, and in the end\n`message_end`, or `message_abort` to give the message up. They are the frames of an agent's socket without `ref`. Consoles that show the\nconversation see the text grow. The message is stored when `message_end` has come, and this is answered then. With `message_end` the message may have files,\na report card, a run and buttons, as in `POST /api/agent/events`.\n\nIf the body ends without `message_end` or breaks off, or the message is refused, nothing is stored, and consoles say that the message was cut off. A message\nhas 64 KiB of text and ten minutes at most. A line has 8,192 characters of text, and the next one has to come within 60 seconds. An agent may write 16 messages at once.\n\nWith `Idempotency-Key`, the repetition of a call that was answered is shown to nobody while it comes.\n",
        "x-body-limit-bytes": 2097152,
        "security": [
          {
            "agentId": [],
            "agentSecret": []
          }
        ],
        "parameters": [
          {
            "name": "conversation_id",
            "in": "query",
            "description": "The target. Without it a conversation is created when the message is stored, and nobody sees the text before.",
            "schema": {
              "type": "string",
              "pattern": "^conv_[0-9A-Za-z]{1,64}$"
            },
            "example": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
          },
          {
            "$ref": "#/components/parameters/IdempotencyKey"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/x-ndjson": {
              "schema": {
                "type": "string"
              },
              "examples": {
                "text": {
                  "summary": "Two pieces, and no more.",
                  "value": "{\"type\":\"message_delta\",\"text\":\"Good morning. \"}\n{\"type\":\"message_delta\",\"text\":\"**Three** mails need an answer.\"}\n{\"type\":\"message_end\"}\n"
                },
                "buttons": {
                  "summary": "With two buttons.",
                  "value": "{\"type\":\"message_delta\",\"text\":\"Shall I send it?\"}\n{\"type\":\"message_end\",\"quick_replies\":[{\"text\":\"Yes\",\"value\":\"send:42\"},{\"text\":\"Not yet\"}]}\n"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The message is stored, or was given up.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AgentMessageStreamed"
                },
                "examples": {
                  "stored": {
                    "summary": "It is stored.",
                    "value": {
                      "status": "ok",
                      "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                      "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
                    }
                  },
                  "aborted": {
                    "summary": "The agent has given it up.",
                    "value": {
                      "status": "aborted"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/MalformedJson"
          },
          "401": {
            "$ref": "#/components/responses/AgentUnauthorized"
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
            "$ref": "#/components/responses/QuotaExceeded"
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
    "/api/client/conversations/{conversation_id}/streams": {
      "get": {
        "operationId": "listMessageStreams",
        "x-api-key-scope": "read",
        "tags": [
          "Conversations"
        ],
        "summary": "Read what agents are writing",
        "description": "The messages of a conversation that its agent is writing, oldest first, with their text so far. The text is up to a second old; `stream` frames of the\nsocket bring what is newer. A message that was cut off is listed for an hour, until the agent writes in the conversation again. It is not in the history.\n",
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
          }
        ],
        "responses": {
          "200": {
            "description": "The messages; an empty list while nothing is being written.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "array",
                  "items": {
                    "$ref": "#/components/schemas/MessageStream"
                  }
                },
                "example": [
                  {
                    "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                    "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                    "state": "writing",
                    "text": "Good morning. **Three** ma",
                    "started_at": "2026-03-02T09:30:00.000Z"
                  }
                ]
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/ApiKeyScopeMissing"
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
    }
  },
  "webhooks": {
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
            "$ref": "#/components/parameters/DeliveryEventSeq"
          },
          {
            "$ref": "#/components/parameters/DeliveryEventCreatedAt"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryNum"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryReason"
          },
          {
            "$ref": "#/components/parameters/DeliverySignature"
          },
          {
            "$ref": "#/components/parameters/DeliveryPreviousSignature"
          }
        ],
        "responses": {
          "2XX": {
            "description": "The event is delivered. The body is not used."
          },
          "default": {
            "description": "Everything else, redirects too, counts as failed, and the delivery is repeated."
          }
        },
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/DecisionResolvedEvent"
              },
              "examples": {
                "plain": {
                  "summary": "Approved.",
                  "value": {
                    "type": "decision_resolved",
                    "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                    "status": "approved",
                    "note": "",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                    "always_allow": false,
                    "always_allow_pattern": null
                  }
                },
                "always-allow": {
                  "summary": "Approved, now and in the future.",
                  "value": {
                    "type": "decision_resolved",
                    "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                    "status": "approved",
                    "note": "Fine",
                    "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                    "always_allow": true,
                    "always_allow_pattern": "mail.send:*@example.com"
                  }
                },
                "answer": {
                  "summary": "Approved with a form that the agent has asked for.",
                  "value": {
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
              }
            }
          }
        }
      }
    },
    "run_cancelled": {
      "post": {
        "operationId": "deliverRunCancelled",
        "tags": [
          "Deliveries"
        ],
        "summary": "A user cancelled a run",
        "description": "To interactive agents only, and only where the agent's owner turned on the feature `run_cancelled`. Stop working on the run: it takes no context and no completion any more.",
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
            "$ref": "#/components/parameters/DeliveryEventSeq"
          },
          {
            "$ref": "#/components/parameters/DeliveryEventCreatedAt"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryNum"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryReason"
          },
          {
            "$ref": "#/components/parameters/DeliverySignature"
          },
          {
            "$ref": "#/components/parameters/DeliveryPreviousSignature"
          }
        ],
        "responses": {
          "2XX": {
            "description": "The event is delivered. The body is not used."
          },
          "default": {
            "description": "Everything else, redirects too, counts as failed, and the delivery is repeated."
          }
        },
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RunCancelledEvent"
              },
              "example": {
                "type": "run_cancelled",
                "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                "task_id": "tsk_019a1f0c6b7e6f7a8b9c0d1e2f3a4b5c",
                "task_name": "Morning mail"
              }
            }
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
            "$ref": "#/components/parameters/DeliveryEventSeq"
          },
          {
            "$ref": "#/components/parameters/DeliveryEventCreatedAt"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryNum"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryReason"
          },
          {
            "$ref": "#/components/parameters/DeliverySignature"
          },
          {
            "$ref": "#/components/parameters/DeliveryPreviousSignature"
          }
        ],
        "responses": {
          "2XX": {
            "description": "The event is delivered. The body is not used."
          },
          "default": {
            "description": "Everything else, redirects too, counts as failed, and the delivery is repeated."
          }
        },
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TaskDueEvent"
              },
              "example": {
                "type": "task_due",
                "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                "task_name": "Morning report",
                "task_prompt": "Sum up the news.",
                "schedule": "0 9 * * 1-5"
              }
            }
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
        "description": "To interactive agents only, and only where the agent's owner turned on `push_triggers_to_webhook`: otherwise the event waits to be polled.",
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
            "$ref": "#/components/parameters/DeliveryEventSeq"
          },
          {
            "$ref": "#/components/parameters/DeliveryEventCreatedAt"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryNum"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryReason"
          },
          {
            "$ref": "#/components/parameters/DeliverySignature"
          },
          {
            "$ref": "#/components/parameters/DeliveryPreviousSignature"
          }
        ],
        "responses": {
          "2XX": {
            "description": "The event is delivered. The body is not used."
          },
          "default": {
            "description": "Everything else, redirects too, counts as failed, and the delivery is repeated."
          }
        },
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TaskTriggerEvent"
              },
              "examples": {
                "plain": {
                  "summary": "What the external system sent.",
                  "value": {
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
                "empty-payload": {
                  "summary": "A call without a body.",
                  "value": {
                    "type": "task_trigger",
                    "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                    "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                    "task_name": "Deploy",
                    "task_prompt": "Look at the deployment.",
                    "payload": {}
                  }
                },
                "headers": {
                  "summary": "A call with headers that the task names.",
                  "value": {
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
              }
            }
          }
        }
      }
    },
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
            "$ref": "#/components/parameters/DeliveryEventSeq"
          },
          {
            "$ref": "#/components/parameters/DeliveryEventCreatedAt"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryNum"
          },
          {
            "$ref": "#/components/parameters/DeliveryRetryReason"
          },
          {
            "$ref": "#/components/parameters/DeliverySignature"
          },
          {
            "$ref": "#/components/parameters/DeliveryPreviousSignature"
          }
        ],
        "responses": {
          "2XX": {
            "description": "The event is delivered. The body is not used."
          },
          "default": {
            "description": "Everything else, redirects too, counts as failed, and the delivery is repeated."
          }
        },
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/UserMessageEvent"
              },
              "examples": {
                "plain": {
                  "summary": "Text.",
                  "value": {
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
                "one-image": {
                  "summary": "One image.",
                  "value": {
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
                "several-images": {
                  "summary": "Several images.",
                  "value": {
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
                "voice": {
                  "summary": "A recording with its transcription.",
                  "value": {
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
                "files": {
                  "summary": "A file of any kind.",
                  "value": {
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
                "quick-reply": {
                  "summary": "A button that the user has pressed.",
                  "value": {
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
              }
            }
          }
        }
      }
    }
  }
};
