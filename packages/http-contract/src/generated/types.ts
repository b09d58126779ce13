// Generated from openapi/ by generate.mjs. Do not edit: change the document and run `pnpm generate`.
export interface paths {
    "/api/agent/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a chat message
         * @description Puts a message of the agent into a conversation with its user. Without `conversation_id` a conversation is
         *     created. An image is stored and shown under a public URL; with `report_title` the message is shown as a
         *     report card.
         */
        post: operations["sendAgentMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/conversations/{conversation_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conversation's history
         * @description The messages of one of the agent's conversations, newest first. `created_at` strictly increases within a
         *     conversation, so paging by it neither loses nor repeats a message.
         */
        get: operations["listAgentMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the calling agent
         * @description The agent that the credentials belong to, with its settings. Both kinds of agent may call it.
         */
        get: operations["getOwnAgent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's agents
         * @description All agents of the user.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent
         * @description The answer carries the agent's secret, which is never shown again. A `webhook_url` must lead to a public
         *     address.
         */
        post: operations["createAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
            };
            cookie?: never;
        };
        /**
         * Read an agent
         * @description One of the user's agents.
         */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        /**
         * Delete an agent
         * @description Deletes the agent with everything that is its own. Its sockets are closed, and its trigger URLs answer 404.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Change an agent's settings
         * @description Only the fields that are given change. A change of settings also makes an agent with status `error` active
         *     again.
         */
        patch: operations["updateAgent"];
        trace?: never;
    };
    "/api/client/agents/{agent_id}/secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an agent a new secret
         * @description During the grace period both secrets open doors, and signatures use the new one. Without a grace period the
         *     old secret ends at once, and sockets that it opened are closed. The body may be left out.
         */
        post: operations["rotateAgentSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to an agent
         * @description Stores the message and sends the event `user_message` to the agent. Without `conversation_id` a conversation
         *     is created. A voice message carries its transcription in `text` and the recording in `audio_base64`.
         */
        post: operations["sendUserMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description The user's conversations, the one with the newest message first.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/conversations/{conversation_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conversation's history
         * @description The messages of one of the user's conversations, newest first.
         */
        get: operations["listConversationMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an agent's events
         * @description The events of one of the user's agents, newest first, each with the webhook attempts made for it.
         */
        get: operations["listAgentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/events/{event_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event again
         * @description Starts a new round of attempts, whatever became of the earlier ones, under the same event id, by which the agent can tell that it
         *     has seen the event.
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook/{trigger_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run of an event-triggered task
         * @description The trigger id in the path is the only credential: whoever knows it can start runs. The body, any JSON object,
         *     reaches the agent as the event's `payload`; an empty body counts as `{}`. The same payload within 24 hours
         *     starts nothing and answers with the earlier run. While the agent is offline the event is queued. The body is
         *     read as JSON whatever its `Content-Type` says, but must not be compressed.
         */
        post: operations["fireTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    user_message: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user sent a chat message
         * @description To interactive agents only. For a voice message `text` is its transcription.
         */
        post: operations["deliverUserMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    decision_resolved: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user resolved a pending request
         * @description To both kinds of agent.
         */
        post: operations["deliverDecisionResolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    task_due: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A scheduled task is due
         * @description To interactive agents only. Use `run_id` when completing the run.
         */
        post: operations["deliverTaskDue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    task_trigger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An inbound webhook fired a task
         * @description To interactive agents only, and only where the agent's owner turned on `push_triggers_to_webhook`: otherwise the
         *     event waits to be polled.
         */
        post: operations["deliverTaskTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AgentMessage: {
            /** @constant */
            type: "message";
            /** @description Markdown. Required unless an image or a report title is given. */
            text?: string;
            /** @description One PNG, JPEG, GIF or WebP image in base64, with or without a data-URI prefix; 5 MB at most after decoding. */
            image_base64?: string;
            /** @description The target. Without it a conversation is created. */
            conversation_id?: string;
            /** @description Shows the message as a report card under this title. */
            report_title?: string;
            /** @description Subtitle of the report card. */
            report_description?: string;
            /** @description Attaches the message to this run of the agent. */
            task_run_id?: string;
        };
        AgentMessageAccepted: {
            /** @constant */
            status: "ok";
            /** @description The message, `msg_<id>`. */
            message_id: string;
        };
        Message: {
            /** @description The message, `msg_<id>`. */
            id: string;
            conversation_id: string;
            /** @enum {string} */
            sender: "agent" | "human";
            /** @description Display name of the sender. */
            sender_name: string;
            /** @description Markdown for agents' messages. Empty where only an image or a recording was sent. */
            text: string;
            /** Format: date-time */
            created_at: string;
        };
        OwnAgent: {
            agent_id: string;
            agent_name: string;
            kind: components["schemas"]["AgentKind"];
            status: components["schemas"]["AgentStatus"];
            /** @description Where events go while no WebSocket is open. */
            webhook_url: string | null;
            /** @description Whether triggers that find the agent offline also go to the webhook. */
            push_triggers_to_webhook: boolean;
            /** @description Whether a WebSocket of the agent is open. */
            online: boolean;
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description Only interactive agents chat and run tasks; approval-only agents receive decisions alone.
         * @enum {string}
         */
        AgentKind: "interactive" | "approval-only";
        /**
         * @description `error` after 5 failed deliveries in a row; each event then gets one attempt, without retries, until one
         *     succeeds, a socket opens or the settings change.
         * @enum {string}
         */
        AgentStatus: "active" | "error";
        NewAgent: {
            agent_name: components["schemas"]["AgentName"];
            kind: components["schemas"]["AgentKind"];
            webhook_url?: components["schemas"]["WebhookUrl"];
        };
        AgentChanges: {
            agent_name?: components["schemas"]["AgentName"];
            webhook_url?: components["schemas"]["WebhookUrl"];
            push_triggers_to_webhook?: boolean;
        };
        /** @description What people see; the agent gets it in `auth_ok`. */
        AgentName: string;
        /**
         * Format: uri
         * @description An http or https URL at a public address; null for none.
         */
        WebhookUrl: string | null;
        Agent: {
            /** @description The agent, `agt_<id>`. */
            agent_id: string;
            agent_name: string;
            kind: components["schemas"]["AgentKind"];
            status: components["schemas"]["AgentStatus"];
            /** @description Where events go while no WebSocket is open. */
            webhook_url: string | null;
            /** @description Whether triggers that find the agent offline also go to the webhook. */
            push_triggers_to_webhook: boolean;
            /** @description Whether a WebSocket of the agent is open. */
            online: boolean;
            /** @description Failed deliveries in a row. */
            consecutive_failures: number;
            /** Format: date-time */
            created_at: string;
        };
        AgentWithSecret: {
            /** @description The agent, `agt_<id>`. */
            agent_id: string;
            agent_name: string;
            kind: components["schemas"]["AgentKind"];
            status: components["schemas"]["AgentStatus"];
            /** @description Where events go while no WebSocket is open. */
            webhook_url: string | null;
            /** @description Whether triggers that find the agent offline also go to the webhook. */
            push_triggers_to_webhook: boolean;
            /** @description Whether a WebSocket of the agent is open. */
            online: boolean;
            /** @description Failed deliveries in a row. */
            consecutive_failures: number;
            /** Format: date-time */
            created_at: string;
            /** @description Shown this once; it authenticates the agent and signs its deliveries. */
            secret: string;
        };
        SecretRotation: {
            /** @description How long the old secret stays valid. 0 unless given. */
            grace_period_seconds?: number;
        };
        RotatedSecret: {
            agent_id: string;
            secret: string;
            /**
             * Format: date-time
             * @description Until when the old secret still opens doors; null if it ended at once.
             */
            previous_secret_valid_until: string | null;
        };
        UserMessage: {
            /** @description What the user typed or, for a voice message, its transcription. Required without image and recording. */
            text?: string;
            /** @description The target. Without it a conversation is created. */
            conversation_id?: string;
            /** @description PNG, JPEG, GIF or WebP images in base64, with or without data-URI prefixes; 5 MB each after decoding. */
            images?: string[];
            /** @description A voice recording in base64, 10 MB at most after decoding. */
            audio_base64?: string;
        };
        UserMessageAccepted: {
            message_id: string;
            /** @description The one given or the one created. */
            conversation_id: string;
        };
        Conversation: {
            /** @description The conversation, `conv_<id>`. */
            id: string;
            agent_id: string;
            /** Format: date-time */
            last_message_at: string | null;
            /** @description The beginning of the newest message. */
            last_message_text: string | null;
        };
        ConversationMessage: {
            /** @description The message, `msg_<id>`. */
            id: string;
            conversation_id: string;
            /** @enum {string} */
            sender: "agent" | "human";
            sender_name: string;
            text: string;
            /** Format: date-time */
            created_at: string;
            /** @description How to show the message; `text` unless something else is known. */
            kind: string;
            /** @description Public URLs. */
            image_urls: string[];
            /** @description Public URL of the recording. */
            audio_url: string | null;
            report_title: string | null;
            report_description: string | null;
            task_run_id: string | null;
            decision_id: string | null;
        };
        /** @enum {string} */
        EventType: "user_message" | "decision_resolved" | "task_due" | "task_trigger";
        /**
         * @description `pending`: on its way. `delivered`: receipt proven. `waiting`: no channel now; a poll or a connection takes it.
         *     `failed`: the webhook's retries are used up.
         * @enum {string}
         */
        EventState: "pending" | "delivered" | "waiting" | "failed";
        Event: {
            /** @description The event, `evt_<id>`. */
            event_id: string;
            type: components["schemas"]["EventType"];
            state: components["schemas"]["EventState"];
            /**
             * @description How the event reached the agent; null while it has not.
             * @enum {string|null}
             */
            channel: "websocket" | "webhook" | "poll" | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When the next webhook attempt is due at the earliest, if there is one.
             */
            next_attempt_at: string | null;
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            /** @description The attempt, `dlv_<id>`. */
            delivery_id: string;
            /** @description 0 for the first attempt of a round. */
            retry_num: number;
            retry_reason: components["schemas"]["RetryReason"];
            /** @description What the receiver answered */
            status_code: number | null;
            /** @description Why there was no answer. */
            error: string | null;
            /** @description Null while the attempt is under way. */
            duration_ms: number | null;
            /** Format: date-time */
            started_at: string;
        };
        /**
         * @description Why the attempt was made; `unknown` where the service stopped during the one before.
         * @enum {string}
         */
        RetryReason: "first_attempt" | "http_timeout" | "http_error" | "unknown";
        Redelivery: {
            event_id: string;
            /** @constant */
            state: "pending";
        };
        /** @description Any JSON object, nested at most 128 deep. */
        TriggerPayload: {
            [key: string]: unknown;
        };
        TriggerOutcome: {
            /** @enum {string} */
            status: "triggered" | "duplicate";
            /** @description The run, `run_<id>`; of a duplicate the earlier one. */
            run_id: string;
        } | {
            /** @constant */
            status: "queued";
        };
        /** @description The body of every refusal. */
        Error: {
            /** @description What is wrong, for people. */
            detail: string;
            /** @description On validation errors, every field at fault. */
            errors?: components["schemas"]["FieldError"][];
        };
        FieldError: {
            /**
             * @description Where the field stands, beginning with `body`, `query` or `path`.
             * @example body.text
             */
            path: string;
            /** @description What the field must be. */
            message: string;
        };
        InternalError: {
            detail: string;
            /** @description Under this id the cause is in the service's log. */
            request_id: string;
        };
        /**
         * DecisionResolvedEvent
         * @description A user resolved a pending request. Both kinds of agent.
         */
        DecisionResolvedEvent: {
            /** @constant */
            type: "decision_resolved";
            /** @description The decision, `dec_<id>`. */
            decision_id: string;
            /**
             * @description How the request was resolved.
             * @enum {unknown}
             */
            status: "approved" | "rejected" | "dismissed";
            /** @description What the user noted; empty where nothing was noted. */
            note: string;
            /** @description The conversation in which the request was shown. */
            conversation_id: string;
            /** @description Whether later requests that match the pattern are approved at once. */
            always_allow: boolean;
            /** @description An anchored glob over the action; null where `always_allow` is false. */
            always_allow_pattern: string | null;
        };
        /**
         * TaskDueEvent
         * @description A scheduled task is due. Interactive agents only.
         */
        TaskDueEvent: {
            /** @constant */
            type: "task_due";
            /** @description The task, `tsk_<id>`. */
            task_id: string;
            /** @description The run that the server created for this occurrence; it is used when completing. */
            run_id: string;
            /** @description The name of the task. */
            task_name: string;
            /** @description The instructions of the task. */
            task_prompt: string;
            /** @description The schedule of the task: five cron fields, or `once`. */
            schedule: string;
        };
        /**
         * TaskTriggerEvent
         * @description An inbound webhook fired a task. Interactive agents only.
         */
        TaskTriggerEvent: {
            /** @constant */
            type: "task_trigger";
            /** @description The task, `tsk_<id>`. */
            task_id: string;
            /** @description The run that the server created for this trigger; it is used when completing. */
            run_id: string;
            /** @description The name of the task. */
            task_name: string;
            /** @description The instructions of the task. */
            task_prompt: string;
            /** @description The JSON object that the webhook received. */
            payload: {
                [key: string]: unknown;
            };
        };
        /**
         * UserMessageEvent
         * @description A user sent a chat message. Interactive agents only.
         */
        UserMessageEvent: {
            /** @constant */
            type: "user_message";
            /** @description Markdown as the user typed it; for a voice message, its transcription. May be empty where images are given. */
            text: string;
            /** @description Display name of the user. */
            sender_name: string;
            /** @description The conversation the message belongs to, `conv_<id>`. */
            conversation_id: string;
            /** @description The message, `msg_<id>`. */
            message_id: string;
            /** @description Public URL of the image, where the message has exactly one. */
            image_url: string | null;
            /** @description Public URLs of the images, where the message has several. */
            image_urls: string[] | null;
            /** @description Public URL of the original voice recording. */
            audio_url: string | null;
        };
    };
    responses: {
        /** @description The agent. */
        Agent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                 *       "agent_name": "Mailbox",
                 *       "kind": "interactive",
                 *       "status": "active",
                 *       "webhook_url": null,
                 *       "push_triggers_to_webhook": false,
                 *       "online": true,
                 *       "consecutive_failures": 0,
                 *       "created_at": "2026-03-01T08:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Agent"];
            };
        };
        /** @description The body is not JSON in UTF-8. */
        MalformedJson: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Malformed JSON"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Credentials are missing, unknown or wrong; one answer for all cases. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Missing or invalid credentials"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The agent is approval-only, and only interactive agents chat. */
        KindNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Approval-only agents cannot do this"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A write with a session cookie came from another site's page. */
        CrossSiteRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Cross-site request refused"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The agent is approval-only, or a write with a session cookie came from another site's page. */
        MessageForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Approval-only agents cannot do this"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The task is disabled. */
        TaskDisabled: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Task is disabled"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is nothing of this id, or it is someone else's. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Not found"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request took too long to arrive"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body, an image or a recording is over its limit. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Request is too large"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not `application/json`, or it is compressed. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Body must be application/json"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A field is missing or wrong; nothing was stored. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Invalid request",
                 *       "errors": [
                 *         {
                 *           "path": "body.text",
                 *           "message": "must be string"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many calls. */
        RateLimited: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Too many requests"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A defect of the service. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Internal error",
                 *       "request_id": "0f8fad5b-d9cb-469f-a165-70867728950e"
                 *     }
                 */
                "application/json": components["schemas"]["InternalError"];
            };
        };
        /** @description The service starts, drains, is overloaded or cannot reach its database. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Temporarily unavailable"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The event; the same for all its attempts. Deduplicate on it. */
        DeliveryEventId: string;
        /** @description The attempt; new each time. */
        DeliveryId: string;
        /** @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock. */
        DeliveryTimestamp: number;
        /** @description 0 for the first attempt, 1 to 3 for the retries. */
        DeliveryRetryNum: number;
        /** @description Why the attempt is made. */
        DeliveryRetryReason: components["schemas"]["RetryReason"];
        /**
         * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's secret, over the bytes of the `X-Svc-Timestamp` value, a dot and the
         *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
         *     `webhook-signature`) are sent as well.
         */
        DeliverySignature: string;
        /**
         * @description The agent, `agt_<id>`.
         * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
         */
        AgentIdPath: string;
        /**
         * @description The conversation, `conv_<id>`.
         * @example conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e
         */
        ConversationIdPath: string;
        /**
         * @description The event, `evt_<id>`.
         * @example evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d
         */
        EventIdPath: string;
        /** @description How many items at most. */
        Limit: number;
        /**
         * @description A timestamp with its offset from UTC. Only messages older than it are returned, so the `created_at` of a page's last message
         *     gives the next page.
         * @example 2026-03-02T09:30:00.000Z
         */
        HistoryCursor: string;
    };
    requestBodies: never;
    headers: {
        /** @description After how many seconds to try again. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sendAgentMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentMessage"];
            };
        };
        responses: {
            /** @description The message is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d"
                     *     }
                     */
                    "application/json": components["schemas"]["AgentMessageAccepted"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAgentMessages: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description A timestamp with its offset from UTC. Only messages older than it are returned, so the `created_at` of a page's last message
                 *     gives the next page.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                cursor?: components["parameters"]["HistoryCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The conversation, `conv_<id>`.
                 * @example conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e
                 */
                conversation_id: components["parameters"]["ConversationIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, newest first; an empty list after the last page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                     *         "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *         "sender": "agent",
                     *         "sender_name": "Mailbox",
                     *         "text": "Good morning. **Three** mails need an answer.",
                     *         "created_at": "2026-03-02T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Message"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOwnAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "agent_name": "Mailbox",
                     *       "kind": "interactive",
                     *       "status": "active",
                     *       "webhook_url": "https://agent.example.com/events",
                     *       "push_triggers_to_webhook": false,
                     *       "online": true,
                     *       "created_at": "2026-03-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnAgent"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example [] */
                    "application/json": components["schemas"]["Agent"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_name": "Mailbox",
                 *       "kind": "interactive",
                 *       "webhook_url": "https://agent.example.com/events"
                 *     }
                 */
                "application/json": components["schemas"]["NewAgent"];
            };
        };
        responses: {
            /** @description The agent with its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "agent_name": "Mailbox",
                     *       "kind": "interactive",
                     *       "status": "active",
                     *       "webhook_url": "https://agent.example.com/events",
                     *       "push_triggers_to_webhook": false,
                     *       "online": false,
                     *       "consecutive_failures": 0,
                     *       "created_at": "2026-03-01T08:00:00.000Z",
                     *       "secret": "svc_0123456789abcdef0123456789abcdef01234567"
                     *     }
                     */
                    "application/json": components["schemas"]["AgentWithSecret"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Agent"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "webhook_url": null
                 *     }
                 */
                "application/json": components["schemas"]["AgentChanges"];
            };
        };
        responses: {
            200: components["responses"]["Agent"];
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateAgentSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "grace_period_seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description The new secret, shown this once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "secret": "svc_89abcdef0123456789abcdef0123456789abcdef",
                     *       "previous_secret_valid_until": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendUserMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserMessage"];
            };
        };
        responses: {
            /** @description The message and its event are stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                     *       "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
                     *     }
                     */
                    "application/json": components["schemas"]["UserMessageAccepted"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MessageForbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description Only conversations with this agent. */
                agent_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *         "last_message_at": "2026-03-02T09:30:00.000Z",
                     *         "last_message_text": "What is on today?"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Conversation"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConversationMessages: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description A timestamp with its offset from UTC. Only messages older than it are returned, so the `created_at` of a page's last message
                 *     gives the next page.
                 * @example 2026-03-02T09:30:00.000Z
                 */
                cursor?: components["parameters"]["HistoryCursor"];
            };
            header?: never;
            path: {
                /**
                 * @description The conversation, `conv_<id>`.
                 * @example conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e
                 */
                conversation_id: components["parameters"]["ConversationIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages, newest first; an empty list after the last page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                     *         "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *         "sender": "human",
                     *         "sender_name": "Ada",
                     *         "text": "What is on today?",
                     *         "created_at": "2026-03-02T09:30:00.000Z",
                     *         "kind": "text",
                     *         "image_urls": [],
                     *         "audio_url": null,
                     *         "report_title": null,
                     *         "report_description": null,
                     *         "task_run_id": null,
                     *         "decision_id": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConversationMessage"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAgentEvents: {
        parameters: {
            query?: {
                /** @description Only events in this state. */
                state?: components["schemas"]["EventState"];
                /** @description Only events of this type. */
                type?: components["schemas"]["EventType"];
                /** @description How many items at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `event_id` of the last event of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                     *         "type": "user_message",
                     *         "state": "pending",
                     *         "channel": null,
                     *         "created_at": "2026-03-02T09:30:00.000Z",
                     *         "delivered_at": null,
                     *         "next_attempt_at": "2026-03-02T09:30:30.000Z",
                     *         "attempts": [
                     *           {
                     *             "delivery_id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
                     *             "retry_num": 0,
                     *             "retry_reason": "first_attempt",
                     *             "status_code": 500,
                     *             "error": null,
                     *             "duration_ms": 41,
                     *             "started_at": "2026-03-02T09:30:00.010Z"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Event"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The event, `evt_<id>`.
                 * @example evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d
                 */
                event_id: components["parameters"]["EventIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event is on its way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                     *       "state": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["Redelivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fireTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description 64 hex characters, from the task.
                 * @example 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
                 */
                trigger_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "order": 4711,
                 *       "state": "paid"
                 *     }
                 */
                "application/json": components["schemas"]["TriggerPayload"];
            };
        };
        responses: {
            /** @description What became of the call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerOutcome"];
                };
            };
            400: components["responses"]["MalformedJson"];
            403: components["responses"]["TaskDisabled"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deliverUserMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description The event; the same for all its attempts. Deduplicate on it. */
                "X-Svc-Event-Id": components["parameters"]["DeliveryEventId"];
                /** @description The attempt; new each time. */
                "X-Svc-Delivery-Id": components["parameters"]["DeliveryId"];
                /** @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock. */
                "X-Svc-Timestamp": components["parameters"]["DeliveryTimestamp"];
                /** @description 0 for the first attempt, 1 to 3 for the retries. */
                "X-Svc-Retry-Num": components["parameters"]["DeliveryRetryNum"];
                /** @description Why the attempt is made. */
                "X-Svc-Retry-Reason": components["parameters"]["DeliveryRetryReason"];
                /**
                 * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's secret, over the bytes of the `X-Svc-Timestamp` value, a dot and the
                 *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
                 *     `webhook-signature`) are sent as well.
                 */
                "X-Svc-Signature"?: components["parameters"]["DeliverySignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "user_message",
                 *       "text": "What is on today?",
                 *       "sender_name": "Ada",
                 *       "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                 *       "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                 *       "image_url": null,
                 *       "image_urls": null,
                 *       "audio_url": null
                 *     }
                 */
                "application/json": components["schemas"]["UserMessageEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body is not used. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Everything else, redirects too, counts as failed, and the delivery is repeated. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliverDecisionResolved: {
        parameters: {
            query?: never;
            header: {
                /** @description The event; the same for all its attempts. Deduplicate on it. */
                "X-Svc-Event-Id": components["parameters"]["DeliveryEventId"];
                /** @description The attempt; new each time. */
                "X-Svc-Delivery-Id": components["parameters"]["DeliveryId"];
                /** @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock. */
                "X-Svc-Timestamp": components["parameters"]["DeliveryTimestamp"];
                /** @description 0 for the first attempt, 1 to 3 for the retries. */
                "X-Svc-Retry-Num": components["parameters"]["DeliveryRetryNum"];
                /** @description Why the attempt is made. */
                "X-Svc-Retry-Reason": components["parameters"]["DeliveryRetryReason"];
                /**
                 * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's secret, over the bytes of the `X-Svc-Timestamp` value, a dot and the
                 *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
                 *     `webhook-signature`) are sent as well.
                 */
                "X-Svc-Signature"?: components["parameters"]["DeliverySignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "decision_resolved",
                 *       "decision_id": "dec_019a1f0c6b7e5e6f7a8b9c0d1e2f3a4b",
                 *       "status": "approved",
                 *       "note": "Go ahead",
                 *       "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                 *       "always_allow": false,
                 *       "always_allow_pattern": null
                 *     }
                 */
                "application/json": components["schemas"]["DecisionResolvedEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body is not used. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Everything else, redirects too, counts as failed, and the delivery is repeated. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliverTaskDue: {
        parameters: {
            query?: never;
            header: {
                /** @description The event; the same for all its attempts. Deduplicate on it. */
                "X-Svc-Event-Id": components["parameters"]["DeliveryEventId"];
                /** @description The attempt; new each time. */
                "X-Svc-Delivery-Id": components["parameters"]["DeliveryId"];
                /** @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock. */
                "X-Svc-Timestamp": components["parameters"]["DeliveryTimestamp"];
                /** @description 0 for the first attempt, 1 to 3 for the retries. */
                "X-Svc-Retry-Num": components["parameters"]["DeliveryRetryNum"];
                /** @description Why the attempt is made. */
                "X-Svc-Retry-Reason": components["parameters"]["DeliveryRetryReason"];
                /**
                 * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's secret, over the bytes of the `X-Svc-Timestamp` value, a dot and the
                 *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
                 *     `webhook-signature`) are sent as well.
                 */
                "X-Svc-Signature"?: components["parameters"]["DeliverySignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "task_due",
                 *       "task_id": "tsk_019a1f0c6b7e6f7a8b9c0d1e2f3a4b5c",
                 *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                 *       "task_name": "Morning mail",
                 *       "task_prompt": "Sort the mail of the night.",
                 *       "schedule": "0 9 * * 1-5"
                 *     }
                 */
                "application/json": components["schemas"]["TaskDueEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body is not used. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Everything else, redirects too, counts as failed, and the delivery is repeated. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deliverTaskTrigger: {
        parameters: {
            query?: never;
            header: {
                /** @description The event; the same for all its attempts. Deduplicate on it. */
                "X-Svc-Event-Id": components["parameters"]["DeliveryEventId"];
                /** @description The attempt; new each time. */
                "X-Svc-Delivery-Id": components["parameters"]["DeliveryId"];
                /** @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock. */
                "X-Svc-Timestamp": components["parameters"]["DeliveryTimestamp"];
                /** @description 0 for the first attempt, 1 to 3 for the retries. */
                "X-Svc-Retry-Num": components["parameters"]["DeliveryRetryNum"];
                /** @description Why the attempt is made. */
                "X-Svc-Retry-Reason": components["parameters"]["DeliveryRetryReason"];
                /**
                 * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's secret, over the bytes of the `X-Svc-Timestamp` value, a dot and the
                 *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
                 *     `webhook-signature`) are sent as well.
                 */
                "X-Svc-Signature"?: components["parameters"]["DeliverySignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "task_trigger",
                 *       "task_id": "tsk_019a1f0c6b7e6f7a8b9c0d1e2f3a4b5c",
                 *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                 *       "task_name": "Paid orders",
                 *       "task_prompt": "Thank the customer.",
                 *       "payload": {
                 *         "order": 4711,
                 *         "state": "paid"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TaskTriggerEvent"];
            };
        };
        responses: {
            /** @description The event is delivered. The body is not used. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Everything else, redirects too, counts as failed, and the delivery is repeated. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
