// Generated from the contracts by generate.mjs. Do not edit: change the contract and run `pnpm generate`.
export interface paths {
    "/api/agent/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the agent's event log
         * @description The events of the calling agent, in the order of their numbers (`seq`), for agents that hold neither a socket nor a port open.
         *
         *     - Without `after`: the events that are **open**, oldest first. The agent has not received these events, and no channel can push them
         *       to it now. Every call lists them again until the agent acknowledges them or receives them otherwise.
         *     - With `after`: the **log** behind this number, whatever became of its events; `state` says what. If events are not kept any more,
         *       their numbers are in `gaps`.
         *
         *     With `wait`, a call that finds nothing waits until there is something, for so many seconds at most. It may be answered earlier with
         *     no event: when the service restarts, or when the agent's credentials change. A call returns
         *     at most `limit` events and 512 KiB of them, but at least one. A call that waits counts once for the rate limit, like any other call.
         */
        get: operations["listOwnEvents"];
        put?: never;
        /**
         * Send a chat message
         * @description Puts a message of the agent into a conversation with its user. Without `conversation_id` it goes to the
         *     conversation of its run, or one is created. An image is stored and shown under a public URL; with `report_title` the message is shown as a
         *     report card.
         */
        post: operations["sendAgentMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Give a conversation a title
         * @description The title under which the user finds one of the agent's conversations. A title that the user has given is shown instead, as long as the user leaves it; the agent's is kept behind it.
         */
        patch: operations["titleConversation"];
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
    "/api/agent/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agent's decisions
         * @description What the calling agent has asked for, newest first.
         */
        get: operations["listOwnDecisions"];
        put?: never;
        /**
         * Ask the user for a decision
         * @description Opens a request that the user approves, rejects or dismisses; the outcome comes as the event `decision_resolved`. Where an
         *     always-allow rule of the user covers the `action`, the request is approved at once, and the event comes all the same. The request is
         *     shown in the conversation given, or in the newest with the user; where there is none, one is opened. Both kinds of agent may call it.
         *
         *     With a `key`, the agent asks once, however often it calls: a call with a key that it has used before is answered with 200 and that
         *     request, whatever became of it and whatever the call asks now.
         *
         *     With an `answer_schema` the user fills in a form and approves with it. The form begins with what is `proposed`, else with the defaults, and
         *     the answer comes as `answer` in the event and wherever the decision is read. A rule approves such a request at once only if the agent proposes
         *     everything that the form requires; the answer is then what it proposes.
         */
        post: operations["requestDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/decisions/{decision_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a decision
         * @description One of the calling agent's decisions. With `wait`, a request that is still open is answered as soon as it has ended: answered, expired or
         *     withdrawn. After so many seconds it is answered as it is, `pending`. It may be answered earlier with `pending`: when the service
         *     restarts, or when the agent's credentials change. A call that waits counts once for the rate limit.
         */
        get: operations["getOwnDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/decisions/{decision_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a request
         * @description Ends an open request without an answer, and without an event. Cancelling again answers the same; a request that was answered or has
         *     expired stays as it is (409).
         */
        post: operations["cancelDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/events/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge events of the log
         * @description Says that the agent has received all events up to a number. The events that were listed to it are then delivered, and no channel
         *     brings them again. An event that was not listed to the agent stays open, whatever its number is. A second acknowledgement changes
         *     nothing. If the number is beyond the agent's newest event, the answer is 422.
         *
         *     An agent should send the `receipt` of the answer as well. Then only events end that were first listed in this answer or before it.
         *     Otherwise an acknowledgement that comes late, or is repeated, also ends an event with a lower number that was sent again meanwhile
         *     and listed in an answer that got lost: the agent never sees this event.
         */
        post: operations["acknowledgeEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs
         * @description The agent's runs, newest first, also those of deleted tasks. With `status=running` or `status=pending` each comes with its `prompt` and its `payload`: so an
         *     agent that was killed learns what it has left. Such a page has at most 512 KiB of them, but at least one run.
         *     A key without the scope `tasks` gets no `prompt`, `payload` and `headers`.
         */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/runs/{run_id}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that a run goes on
         * @description Takes the run on lease. If the agent says nothing more before the lease ends, the run is lost: it has failed, or it is offered again if
         *     its task says `retry`. An agent that sends no heartbeat has no lease. A pending run is running from then on. A run that has ended is 409, so
         *     the agent notices that it was cancelled. With `attempt` it is also 409 if another attempt has taken the run's place, or if the run was given
         *     back or lost and waits to be offered again.
         */
        post: operations["heartbeatRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/runs/{run_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a run back
         * @description For a process that is stopped while it works on a run: the run is pending again, and its agent is told of it anew within seconds, by a new event with
         *     what it was told first. It keeps its id, its scratchpad and the number of its attempt, and loses its lease. A pending run stays as it is. A run that
         *     has ended is 409.
         */
        post: operations["releaseRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/runs/{run_id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say how far a run is
         * @description The person sees it in the chat and with the run, until the run ends. Only the latest word is kept, and it is no message. A pending run is
         *     running from then on. A run that has ended is 409. With `attempt` it is also 409 if another attempt has taken the run's place, or if the run was
         *     given back or lost and waits to be offered again.
         */
        post: operations["reportProgress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/{task_id}/run/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a run
         * @description Returns the oldest run of the task that is still pending, which is running from now on; where there is none, a new run
         *     that is running. The task may be disabled. `open_runs` are what else is open of the task, such as what the agent has left open before; their prompts and payloads are in `GET /api/agent/tasks/runs?status=running`.
         */
        post: operations["startRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/runs/{run_id}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a run
         * @description Finishes the run, deletes its context blocks and puts its summary into the agent's chat; no message call is needed.
         *     The same status again changes nothing and is 200; another status, or a cancelled run, is 409. A summary over 1,000
         *     characters (code points) is 422: it is never cut.
         */
        post: operations["completeRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run
         * @description One of the agent's runs. A key without the scope `tasks` gets no `headers`.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/runs/{run_id}/context": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run's context
         * @description The blocks of the run's scratchpad in chronological order. A finished run has none.
         */
        get: operations["listContext"];
        put?: never;
        /**
         * Append a context block
         * @description Appends a block to the run's scratchpad. The blocks of a run are numbered from 1; a run has at most 1,000, of
         *     4 MiB together: beyond that it is 409.
         *     A finished run takes no more: 409. With `attempt` it is also 409 if another attempt has taken the run's place, or if the run was given back
         *     or lost and waits to be offered again.
         */
        post: operations["appendContext"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agent's tasks
         * @description All tasks of the agent, oldest first; with `limit` or `cursor` a page of them.
         */
        get: operations["listTasks"];
        put?: never;
        /**
         * Create a task
         * @description A task with a cron schedule runs at each occurrence in its time zone; one with `once` runs at `run_at`, or at once,
         *     and is disabled then; one with `event` runs when its inbound webhook `/webhook/{trigger_id}` is called. The prompts of
         *     an agent have at most 8 MiB together: beyond that it is 409. Beyond the quota of tasks it is 429.
         */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List due tasks
         * @description The tasks that have an occurrence which was not delivered by push, the oldest first. Reading changes nothing.
         *     Starting a run of such a task returns the run that was created for the occurrence.
         */
        get: operations["listDueTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/triggers/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take queued trigger events
         * @description The inbound webhook calls that found the agent offline, oldest first, at most 100. What is returned is leased for
         *     5 minutes: another call within that time does not return it again. An event leaves the list when its run is
         *     completed; one that is not completed when the lease ends is returned again with the same `id` and `run_id`.
         */
        get: operations["listPendingTriggers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/tasks/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a task
         * @description One of the agent's tasks.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /**
         * Delete a task
         * @description Deletes the task. Its open runs are cancelled, their events are not delivered any more, and its trigger URL answers 404.
         */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        /**
         * Change a task
         * @description Changes what is given. A new schedule, time zone or `run_at`, and enabling again, compute the next run from now. With
         *     the schedule `event` the task gets a trigger id; with another one it loses it, and the URL answers 404.
         */
        patch: operations["updateTask"];
        trace?: never;
    };
    "/api/agent/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a file for a message
         * @description The body is the file itself: a PNG, JPEG, GIF or WebP image of 5 MiB, 50 million pixels and 16,384 on a side at most, or an audio file of 10 MiB at most. Its content decides what it is,
         *     and not its `Content-Type`, which may be any but that of a form (`curl --data-binary @photo.png …`). The file waits for one message
         *     of the agent that names it in `media_ids`. It is removed if none has taken it after 24 hours. A file has to come at 64 KiB a second on average after the
         *     first ten seconds, and may never be silent for ten.
         *
         *     With `name` the file may be of any kind and any type, and have 25 MiB. It is stored as it is, and a message has it in `files`.
         *
         *     With an `Idempotency-Key` the same file is stored once. Its bytes and its `name` are compared.
         */
        post: operations["uploadAgentMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/messages/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message whose text grows
         * @description The body is a message in pieces, a JSON object on each line (`application/x-ndjson`), sent as they come to be: `message_delta` with `text`, and in the end
         *     `message_end`, or `message_abort` to give the message up. They are the frames of an agent's socket without `ref`. Consoles that show the
         *     conversation see the text grow. The message is stored when `message_end` has come, and this is answered then. With `message_end` the message may have files,
         *     a report card, a run and buttons, as in `POST /api/agent/events`.
         *
         *     If the body ends without `message_end` or breaks off, or the message is refused, nothing is stored, and consoles say that the message was cut off. A message
         *     has 64 KiB of text and ten minutes at most. A line has 8,192 characters of text, and the next one has to come within 60 seconds. An agent may write 16 messages at once.
         *
         *     With `Idempotency-Key`, the repetition of a call that was answered is shown to nobody while it comes.
         */
        post: operations["streamAgentMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AgentMessage: {
            /** @constant */
            type: "message";
            /** @description Markdown. Required unless a file or a report title is given. */
            text?: string;
            /** @description One PNG, JPEG, GIF or WebP image in base64, with or without a data-URI prefix; 5 MB at most after decoding, 50 million pixels, and 16,384 on a side. */
            image_base64?: string;
            /** @description Files that the agent has sent to `POST /api/agent/media`, each for one message: with the images sent here at most ten images, and one recording. */
            media_ids?: string[];
            /** @description The target. Without it a conversation is created. */
            conversation_id?: string;
            /** @description Shows the message as a report card under this title. */
            report_title?: string;
            /** @description Subtitle of the report card. */
            report_description?: string;
            /** @description Attaches the message to this run of the agent. */
            task_run_id?: string;
            /**
             * @description Buttons under the message. The user presses one of them at most, which sends its text as a message of the user: the event `user_message` has
             *     `quick_reply` then.
             */
            quick_replies?: components["schemas"]["QuickReply"][];
        };
        NewConversationTitle: {
            /** @description Null takes the agent's title away. */
            title: components["schemas"]["ConversationTitle"] | null;
        };
        TitledConversation: {
            /** @description The conversation, `conv_<id>`. */
            id: string;
            /** @description The agent's title as it is kept. */
            title: string | null;
            /** @description Whether the user sees it: no other title of the user stands before it. */
            shown: boolean;
        };
        AgentMessageAccepted: {
            /** @constant */
            status: "ok";
            /** @description The message, `msg_<id>`. */
            message_id: string;
            /** @description Where it stands, `conv_<id>`. */
            conversation_id?: string;
        };
        /** @description A message of a conversation, as its history shows it. */
        Message: {
            /** @description The message, `msg_<id>`. */
            id: string;
            /** @description The conversation, `conv_<id>`. */
            conversation_id: string;
            /**
             * @description Who wrote it.
             * @enum {string}
             */
            sender: "agent" | "human";
            /** @description Display name of the sender. */
            sender_name: string;
            /** @description Markdown for agents' messages. Empty where only an image or a recording was sent. */
            text: string;
            /**
             * Format: date-time
             * @description When it was stored.
             */
            created_at: string;
            /**
             * @description Links to the pictures of the message, made anew for this answer; absent without pictures. A link needs no authentication, and ends after
             *     the days of `MEDIA_LINK_DAYS`.
             */
            image_urls?: string[];
            /** @description A link to the recording of the message; absent without one. */
            audio_url?: string;
            /** @description Files that were sent under a name; absent without any. */
            files?: components["schemas"]["MessageFile"][];
            /** @description The buttons under the message; absent without any. */
            quick_replies?: components["schemas"]["KeptQuickReply"][];
            quick_reply?: components["schemas"]["PressedQuickReply"];
        };
        QuickReply: {
            /** @description What stands on the button, and what the user says by pressing it. Not blank. */
            text: string;
            /** @description What comes back to the agent beside the text, at most 255 bytes. */
            value?: string;
        };
        KeptQuickReply: {
            /** @description What stands on the button. */
            text: string;
            /** @description What comes back when it is pressed; null for nothing. */
            value: string | null;
        };
        /** @description The button that was pressed, and the user's message that this sent; null before, and absent without buttons. */
        PressedQuickReply: {
            /** @description From 0, in the order of the buttons. */
            index: number;
            /** @description The message that the user sent by it. */
            message_id: string;
        } | null;
        /** @description The agent itself, with its settings. */
        OwnAgent: {
            /** @description The agent, `agt_<id>`. */
            agent_id: string;
            /** @description Its name, as people see it. */
            agent_name: string;
            kind: components["schemas"]["AgentKind"];
            status: components["schemas"]["AgentStatus"];
            /** @description Where events go while no WebSocket is open. */
            webhook_url: string | null;
            /** @description Whether triggers that find the agent offline also go to the webhook. */
            push_triggers_to_webhook: boolean;
            features: components["schemas"]["AgentFeatures"];
            /** @description Whether a WebSocket of the agent is open. */
            online: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /**
         * @description `pending`: open. `dismissed`: the user waved it away, or its time was over. `cancelled`: the agent withdrew it.
         * @enum {string}
         */
        DecisionStatus: "pending" | "approved" | "rejected" | "dismissed" | "cancelled";
        NewDecision: {
            /** @description The question, as people see it. */
            title: string;
            /** @description Markdown; what one has to know to answer. */
            description?: string;
            /**
             * @description What will be done on approval, in words of the agent's own that always-allow rules are compared with. It must not contain characters that are not seen: controls but for
             *     line feeds and tabs, formats such as directions of writing and joiners, fillers.
             */
            action?: string;
            /** @description Where the request is shown. Without it the newest conversation with the user, or a new one. */
            conversation_id?: string;
            /** @description The run of the agent that needs the decision. */
            task_run_id?: string;
            suggested_pattern?: components["schemas"]["ActionPattern"];
            /** @description What the agent calls the request, such as the step of a run that needs it. Unique among the agent's requests. */
            key?: string;
            /** @description After this time the request is dismissed, never approved. Without it the request stays open. */
            expires_in_seconds?: number;
            answer_schema?: components["schemas"]["AnswerSchema"];
            proposed?: components["schemas"]["AnswerValues"];
        };
        /**
         * @description A glob over the whole `action`, upper and lower case apart: `*` is any run of characters, also of none, `\*` a star, `\\` a
         *     backslash. It has at most 10 stars, where a run of stars is one, and no characters that an action must not contain.
         */
        ActionPattern: string;
        /**
         * @description What the user fills in: a flat part of JSON Schema, at most 16 KiB. The form shows the properties in their order. A decision without a
         *     form has none of the fields `answer_schema`, `proposed` and `answer`.
         */
        AnswerSchema: {
            /** @constant */
            type: "object";
            /** @description What stands above the form. */
            title?: string;
            /** @description What the user has to know to fill it in. */
            description?: string;
            /** @description The fields of the form. */
            properties: {
                [key: string]: components["schemas"]["AnswerField"];
            };
            /** @description The fields without which nobody can approve. */
            required?: string[];
        };
        /** @description A field of the form. A keyword that does not go with the type is refused. */
        AnswerField: {
            /**
             * @description What is filled in.
             * @enum {string}
             */
            type: "string" | "number" | "integer" | "boolean";
            /** @description The label; without it the name. */
            title?: string;
            /** @description What stands below the field. */
            description?: string;
            /** @description The choices of a string. */
            enum?: string[];
            /**
             * @description Of a string, by RFC 3339.
             * @enum {string}
             */
            format?: "date" | "date-time";
            /** @description Of a string, in characters. */
            minLength?: number;
            /** @description Of a string, in characters; 4,000 without it. */
            maxLength?: number;
            /** @description Of a number or an integer. */
            minimum?: number;
            /** @description Of a number or an integer. */
            maximum?: number;
            /** @description What stands in the field if nothing is proposed for it. It must fit the field. */
            default?: string | number | boolean;
        };
        /** @description Values by the names of the form's fields, at most 16 KiB. Each must fit its field. */
        AnswerValues: {
            [key: string]: string | number | boolean;
        };
        ResolvedBy: {
            /**
             * @description `expiry`: its time was over. `agent`: it withdrew the request.
             * @enum {string}
             */
            kind: "user" | "rule" | "expiry" | "agent";
            /** @description The rule that approved it, `rul_<id>`. It may have been revoked since. */
            rule_id?: string;
            /**
             * @description The key of the program that called: an API key of the user, which the agent does not see, or a key of the agent. Without it a person in the
             *     console, or the agent by its secret.
             */
            key_id?: string;
            /** @description The name that the key had. The agent does not see it. */
            key_name?: string;
        };
        /** @description A request for a decision, open or ended. */
        Decision: {
            /** @description The decision, `dec_<id>`. */
            decision_id: string;
            /** @description Who asks. */
            agent_id: string;
            /** @description Where the request is shown. */
            conversation_id: string;
            /** @description The run that needs the decision. */
            task_run_id: string | null;
            /** @description The question, as people see it. */
            title: string;
            /** @description Markdown; what one has to know to answer. */
            description: string | null;
            /** @description What always-allow rules are compared with. */
            action: string | null;
            /** @description The rule that the agent proposes. */
            suggested_pattern: string | null;
            status: components["schemas"]["DecisionStatus"];
            /** @description What the user noted; null if nothing was noted. */
            note: string | null;
            /** @description Whether the answer stored a rule, or a rule gave it. */
            always_allow: boolean;
            /** @description The pattern of that rule. */
            always_allow_pattern: string | null;
            /**
             * @description Who or what ended the request; null while it is open.
             * @enum {string|null}
             */
            resolution_reason: "user" | "rule" | "expired" | "cancelled" | null;
            /**
             * Format: date-time
             * @description When it was asked.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is dismissed if nobody has answered; null if it stays open.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it ended; null while it is open.
             */
            resolved_at: string | null;
            /** @description What the agent calls the request; only where it gave a key. */
            key?: string;
            answer_schema?: components["schemas"]["AnswerSchema"];
            /** @description What the agent has proposed; null for nothing. Only with an `answer_schema`. */
            proposed?: components["schemas"]["AnswerValues"] | null;
            /** @description What the user has filled in; null unless the request is approved. Only with an `answer_schema`. */
            answer?: components["schemas"]["AnswerValues"] | null;
            /** @description Who or what ended the request; only if it has ended. */
            resolved_by?: components["schemas"]["ResolvedBy"];
        };
        OwnEvents: {
            events: components["schemas"]["OwnEvent"][];
            /** @description Numbers of the log whose events are not kept any more, in order. Always empty without `after`. */
            gaps: components["schemas"]["EventGap"][];
            /** @description The `after` of a call that reads on, and the `upto` that acknowledges these events. */
            next_after: number;
            /** @description The number of the agent's newest event; 0 if there is none. */
            last_seq: number;
            /**
             * @description Proves that the agent has these events. Send it with the acknowledgement. If one acknowledgement is for several answers, send the
             *     greatest. 0 if there is nothing to acknowledge. It counts for all agents together, so its distances say nothing.
             */
            receipt: number;
        };
        OwnEvent: {
            /** @description The event, `evt_<id>`. It is the same over every channel, so the agent knows an event again that it has seen. */
            event_id: string;
            /** @description Its number among the events of the agent, from 1 without gaps. */
            seq: number;
            state: components["schemas"]["EventState"];
            /** Format: date-time */
            created_at: string;
            /** @description The event itself, with the text that a socket would bring. */
            event: {
                type: components["schemas"]["EventType"];
            } & {
                [key: string]: unknown;
            };
        };
        EventGap: {
            /** @description The first number of the gap. */
            from: number;
            /** @description The last number of the gap. */
            to: number;
        };
        EventAcknowledgement: {
            /** @description The agent has received every event that was listed to it up to this number; `next_after` of the answer that listed them. */
            upto: number;
            /** @description The `receipt` of the answer that listed them. An agent should send it. Without it all events up to `upto` end that were listed. */
            receipt?: number;
        };
        EventsAcknowledged: {
            /** @description How many events this call has made delivered. */
            acknowledged: number;
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
        /**
         * @description What the agent asked for beyond what every agent gets, in the order of their names; none by default. `run_cancelled`: the event of
         *     that name, whichever channel reaches the agent.
         */
        AgentFeatures: "run_cancelled"[];
        /** @description One line, not blank. White space and control characters in a row become one space. */
        ConversationTitle: string;
        ConversationMessage: {
            /** @description The message, `msg_<id>`. */
            id: string;
            conversation_id: string;
            /** @enum {string} */
            sender: "agent" | "human";
            sender_name: string;
            /** @description How to show the message; `text` unless something else is known. */
            kind: string;
            text: string;
            /** @description Links to the pictures, which need no authentication and end within a day. */
            image_urls: string[];
            /** @description A link to the recording, which ends within a day. */
            audio_url: string | null;
            /** @description Files that were sent under a name; absent without any. */
            files?: components["schemas"]["MessageFile"][];
            report_title: string | null;
            report_description: string | null;
            task_run_id: string | null;
            decision_id: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * @description The buttons under an agent's message; absent without any. They can be pressed until one is pressed, the user writes into the conversation, or the agent sends
             *     other buttons there.
             */
            quick_replies?: components["schemas"]["ShownQuickReply"][];
            quick_reply?: components["schemas"]["PressedQuickReply"];
        };
        ShownQuickReply: {
            text: string;
        };
        /**
         * @description `pending`: on its way. `delivered`: receipt proven. `waiting`: no channel now; a poll or a connection takes it.
         *     `failed`: the webhook's retries are used up, or the event was dropped (`drop_reason`).
         * @enum {string}
         */
        EventState: "pending" | "delivered" | "waiting" | "failed";
        /**
         * @description `github`: `X-Hub-Signature-256`. `stripe`: `Stripe-Signature`. `slack`: `X-Slack-Signature`. `standard_webhooks`: `webhook-signature`. `shared_header`: the
         *     secret itself, in a header of the sender's choice.
         * @enum {string}
         */
        SenderScheme: "github" | "stripe" | "slack" | "standard_webhooks" | "shared_header";
        /** @description Only in the client API, and only of event tasks that have one. Who may call the trigger, and what did not prove to come from there. */
        TriggerSender: {
            scheme: components["schemas"]["SenderScheme"];
            /** @description The header that holds the secret, in lower case; of `shared_header`. */
            header: string | null;
            /** @description The header that holds the id of a delivery, in lower case; of `shared_header`, if it has one. */
            delivery_id_header: string | null;
            /** @description How many secrets prove. They are never shown. */
            secrets: number;
            /**
             * Format: date-time
             * @description Until when former secrets prove as well; null if they do not.
             */
            former_secrets_until: string | null;
            /**
             * Format: date-time
             * @description Since when it is there.
             */
            set_at: string;
            /** @description Calls that were refused since there is a sender; null before the first. A count may be a second late. */
            refused: {
                /** @description How many. */
                count: number;
                /**
                 * Format: date-time
                 * @description When the last one came.
                 */
                last_at: string;
                /**
                 * @description What was wrong with the last one. Its caller was not told.
                 * @enum {string}
                 */
                last_reason: "signature_missing" | "signature_wrong" | "timestamp_out_of_range";
            } | null;
        };
        /** @description Any JSON object, nested at most 128 deep. */
        TriggerPayload: {
            [key: string]: unknown;
        };
        MessageFile: {
            /** @description A link to the file. It is always served for saving. */
            url: string;
            /** @description Its name, without a path. */
            name: string;
            /** @description What its first bytes say or, of text, its name. */
            content_type: string;
            /** @description Its size in bytes. */
            byte_length: number;
        };
        ReceivedFile: {
            /** @description Names the file in `media_ids` of a message. */
            media_id: string;
            /** @description What the file is by its content. */
            content_type: string;
            /** @description Its size; of a picture of a person, without what cameras write beside it. */
            byte_length: number;
            /** @description A link to the file. */
            url: string;
        };
        AgentMessageStreamed: {
            /** @enum {string} */
            status: "ok" | "aborted";
            /** @description The message, `msg_<id>`; absent if it was given up. */
            message_id?: string;
            /** @description Where it went; absent if it was given up. */
            conversation_id?: string;
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
        RunCompletion: {
            /** @enum {string} */
            status: "completed" | "failed";
            /** @description Markdown. Characters are counted as Unicode code points, as JSON Schema does. */
            summary?: string;
        };
        CompletedRun: {
            /** @enum {string} */
            status: "completed" | "failed";
            run_id: string;
        };
        /** @description A run of a task, as the service shows it. */
        TaskRun: {
            /** @description The run, `run_<id>`. */
            id: string;
            /** @description The task; null once it was deleted. */
            task_id: string | null;
            /** @description The agent that works on it, `agt_<id>`. */
            agent_id: string;
            status: components["schemas"]["RunStatus"];
            /** @description Markdown; null before the run is completed, or where none was given. */
            summary: string | null;
            /**
             * Format: date-time
             * @description When the run was created.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            finished_at: string | null;
            /** @description Only from the second on, of a run that was offered again. */
            attempt?: number;
            /**
             * @description Only of a run that the service ended: its agent was not heard of before the lease ended, or it took longer than its task allows.
             * @enum {string}
             */
            failure_reason?: "lost" | "timeout";
            /**
             * Format: date-time
             * @description Only while the run is running and its agent sends heartbeats.
             */
            lease_expires_at?: string;
            headers?: components["schemas"]["CallHeaders"];
            progress?: components["schemas"]["RunProgress"];
        };
        /** @description The agent's latest word of how far the run is; only while the run is running. */
        RunProgress: {
            /** @description How much is done. */
            percent?: number;
            /** @description What is under way. */
            text: string;
            /**
             * Format: date-time
             * @description When the agent said it.
             */
            updated_at: string;
        };
        /** @description A page of runs. */
        RunPage: {
            /** @description The runs, newest first. */
            runs: components["schemas"]["ListedRun"][];
            /** @description The `cursor` of the next page; null on the last one. With `status` a page may be shorter than `limit`, though it is not the last. */
            next_cursor: string | null;
        };
        /** @description A run in a list of runs. */
        ListedRun: {
            /** @description The run, `run_<id>`. */
            id: string;
            /** @description The task; null once it was deleted. */
            task_id: string | null;
            /** @description The agent that works on it, `agt_<id>`. */
            agent_id: string;
            status: components["schemas"]["RunStatus"];
            /** @description Markdown; null before the run is completed, or where none was given. */
            summary: string | null;
            /**
             * Format: date-time
             * @description When the run was created.
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            finished_at: string | null;
            /** @description Only from the second on, of a run that was offered again. */
            attempt?: number;
            /**
             * @description Only of a run that the service ended: its agent was not heard of before the lease ended, or it took longer than its task allows.
             * @enum {string}
             */
            failure_reason?: "lost" | "timeout";
            /**
             * Format: date-time
             * @description Only while the run is running and its agent sends heartbeats.
             */
            lease_expires_at?: string;
            headers?: components["schemas"]["CallHeaders"];
            progress?: components["schemas"]["RunProgress"];
            /** @description The instructions of its task. Only in a list of runs that are `pending` or `running`. */
            prompt?: string;
            /** @description The body that has triggered it. Only in a list of runs that are `pending` or `running`, of a run of an event task, for as long as its event is kept. */
            payload?: Record<string, never>;
        };
        Heartbeat: {
            /** @description The run is lost if its agent is not heard of within these seconds. */
            lease_seconds: number;
            /** @description The attempt that the caller works on. If the run is in another one, it is 409. */
            attempt?: number;
        };
        RunLease: {
            run_id: string;
            /** @constant */
            status: "running";
            /** Format: date-time */
            lease_expires_at: string;
            /** @description The number of the attempt, from 1. */
            attempt: number;
        };
        RunRelease: {
            /** @description The attempt that the caller has worked on. If the run is in another one, it is 409. */
            attempt?: number;
        };
        ReleasedRun: {
            run_id: string;
            /** @constant */
            status: "pending";
        };
        ProgressReport: {
            percent?: number;
            /** @description Not blank. */
            text: string;
            /** @description The attempt that the caller works on. If the run is in another one, or waits to be offered again, it is 409. */
            attempt?: number;
        };
        ReportedProgress: {
            run_id: string;
            /** @constant */
            status: "running";
        };
        NewContextBlock: {
            /** @description Free text. */
            text: string;
            /** @description The run, once more; the path counts. */
            run_id?: string;
            /** @description The attempt that the caller works on. If the run is in another one, or waits to be offered again, it is 409. */
            attempt?: number;
        };
        ContextBlockAccepted: {
            /** @constant */
            status: "ok";
            /** @description The number of the block within its run. */
            block_id: number;
        };
        /** @description A block of a run's scratchpad. */
        ContextBlock: {
            /** @description Its number within the run. */
            id: number;
            /** @description What was written, at most 65,536 characters. */
            text: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
        };
        RunContext: {
            run_id: string;
            blocks: components["schemas"]["ContextBlock"][];
        };
        /** @description The name, by which an agent chooses the handler. Not blank. */
        TaskName: string;
        /** @description The instructions for each run. Not blank. */
        TaskPrompt: string;
        /** @description A cron expression of five fields (minute, hour, day of month, month, day of week), `once` or `event`. */
        TaskSchedule: string;
        /**
         * @description The time zone in which a cron schedule is evaluated: a zone or a link of the IANA database, which is answered in its spelling.
         * @example UTC
         * @example Europe/Vienna
         */
        TaskTimezone: string;
        /**
         * Format: date-time
         * @description When a task with the schedule `once` is due; without it, at once. Other schedules have none.
         */
        TaskRunAt: string | null;
        /**
         * @description `event`: whenever its trigger URL is called. `scheduled`: all others.
         * @enum {string}
         */
        TriggerType: "scheduled" | "event";
        /**
         * @description `pending`: created by the service, not yet known to have reached the agent. `cancelled`: the user cancelled it, or its task was deleted.
         * @enum {string}
         */
        RunStatus: "pending" | "running" | "completed" | "failed" | "cancelled";
        /**
         * @description How many seconds an attempt of a run may take, from when it is `running`. A run that takes longer has failed with the reason `timeout`,
         *     or is offered again. Null: as long as it likes.
         */
        TaskTimeout: number | null;
        /**
         * @description Whether a run whose lease ended, or that took too long, is offered again, under the same id and with its scratchpad. Null: it has
         *     failed. A run that its agent completes as `failed` is not offered again.
         */
        TaskRetry: {
            /** @description How often a run that was lost or took too long is offered again. */
            max: number;
            /**
             * @description How long it waits before that at first. The wait doubles each time, and is never longer than 6 hours.
             * @default 30
             */
            backoff_seconds?: number;
        } | null;
        /**
         * @description Names of headers that the agent gets of each call of the trigger URL, as `headers` beside the payload; only for an event task. An empty list
         *     names none. The header that holds the secret of a `shared_header` sender is never passed on, and it leaves the names
         *     when the sender is changed or removed.
         * @example [
         *       "x-github-event"
         *     ]
         */
        TriggerHeaders: string[];
        /** @description Only where the task has `trigger_headers`. Those headers of the call that it names, in lower case. */
        CallHeaders: {
            [key: string]: string;
        };
        /** @description A task that is to be made. Without `timezone` it is UTC, and without `enabled` true. */
        NewTask: {
            name: components["schemas"]["TaskName"];
            prompt: components["schemas"]["TaskPrompt"];
            schedule: components["schemas"]["TaskSchedule"];
            timezone?: components["schemas"]["TaskTimezone"];
            run_at?: components["schemas"]["TaskRunAt"];
            /** @description A disabled task neither runs on schedule nor by its trigger. */
            enabled?: boolean;
            timeout_seconds?: components["schemas"]["TaskTimeout"];
            retry?: components["schemas"]["TaskRetry"];
            trigger_headers?: components["schemas"]["TriggerHeaders"];
        };
        /** @description What is to be changed of a task. What is left out stays as it is. */
        TaskChanges: {
            name?: components["schemas"]["TaskName"];
            prompt?: components["schemas"]["TaskPrompt"];
            schedule?: components["schemas"]["TaskSchedule"];
            timezone?: components["schemas"]["TaskTimezone"];
            run_at?: components["schemas"]["TaskRunAt"];
            /** @description A disabled task neither runs on schedule nor by its trigger. */
            enabled?: boolean;
            timeout_seconds?: components["schemas"]["TaskTimeout"];
            retry?: components["schemas"]["TaskRetry"];
            trigger_headers?: components["schemas"]["TriggerHeaders"];
        };
        /** @description A task of an agent. */
        Task: {
            /** @description The task, `tsk_<id>`. */
            id: string;
            /** @description The name, by which an agent chooses the handler. */
            name: string;
            /** @description The instructions for each run. */
            prompt: string;
            /** @description A cron expression of five fields, `once` or `event`. */
            schedule: string;
            trigger_type: components["schemas"]["TriggerType"];
            /** @description The IANA time zone in which a cron schedule is evaluated. */
            timezone: string;
            /**
             * Format: date-time
             * @description When a task with the schedule `once` is due; else null.
             */
            run_at: string | null;
            /** @description A disabled task neither runs on schedule nor by its trigger. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description The next occurrence; null for an event task, a disabled one, and a `once` that has run.
             */
            next_run_at: string | null;
            /**
             * @description The status of the task's newest run; null before the first.
             * @enum {string|null}
             */
            last_run_status: "pending" | "running" | "completed" | "failed" | "cancelled" | null;
            /** @description Event tasks only. 64 hex characters; `/webhook/{trigger_id}` starts a run. */
            trigger_id?: string;
            /** @description Only where it is set. Names of headers that the agent gets of each call. */
            trigger_headers?: string[];
            /** @description Only where it is set. How many seconds an attempt of a run may take. */
            timeout_seconds?: number;
            /** @description Only where it is set. How often a run that was lost or took too long is offered again, and after how long at first. */
            retry?: {
                /** @description How often it is offered again. */
                max: number;
                /** @description How long it waits before that at first. */
                backoff_seconds: number;
            };
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            sender?: components["schemas"]["TriggerSender"];
        };
        DueTask: {
            id: string;
            name: string;
            prompt: string;
            schedule: string;
            trigger_type: components["schemas"]["TriggerType"];
            enabled: boolean;
        };
        PendingTrigger: {
            /** @description The event, `evt_<id>`. */
            id: string;
            task_id: string;
            task_name: string;
            task_prompt: string;
            headers?: components["schemas"]["CallHeaders"];
            payload: components["schemas"]["TriggerPayload"];
            /** @description The run that was created for the call, `run_<id>`. */
            run_id: string;
            /** Format: date-time */
            received_at: string;
        };
        /** @enum {string} */
        EventType: "decision_resolved" | "run_cancelled" | "task_due" | "task_trigger" | "user_message";
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
            /** @description Whether later requests that match the pattern are approved at once, while the rule stands. */
            always_allow: boolean;
            /** @description An anchored glob over the action; null where `always_allow` is false. */
            always_allow_pattern: string | null;
            /** @description What the user has filled in, by the names of the fields; null unless approved. Only if the request had an `answer_schema`. */
            answer?: {
                [key: string]: string | number | boolean;
            } | null;
            /** @description Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`. */
            seq?: number;
            /** @description The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`. */
            event_id?: string;
            /** @description When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`. */
            created_at?: string;
        };
        /**
         * RunCancelledEvent
         * @description A user cancelled a run. Interactive agents with the feature `run_cancelled` only.
         */
        RunCancelledEvent: {
            /** @constant */
            type: "run_cancelled";
            /** @description The event, `evt_<id>`: the same however often it comes. */
            event_id: string;
            /** @description The run that was cancelled. */
            run_id: string;
            /** @description The task, `tsk_<id>`. */
            task_id: string;
            /** @description The name of the task. */
            task_name: string;
            /** @description Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`. */
            seq?: number;
            /** @description When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`. */
            created_at?: string;
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
            /** @description Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`. */
            seq?: number;
            /** @description The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`. */
            event_id?: string;
            /** @description When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`. */
            created_at?: string;
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
            /** @description Those headers of the call that the task names in `trigger_headers`, in lower case. Only if it names any. */
            headers?: {
                [key: string]: string;
            };
            /** @description The name of the task. */
            task_name: string;
            /** @description The instructions of the task. */
            task_prompt: string;
            /** @description The JSON object that the webhook received. */
            payload: {
                [key: string]: unknown;
            };
            /** @description Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`. */
            seq?: number;
            /** @description The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`. */
            event_id?: string;
            /** @description When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`. */
            created_at?: string;
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
            /** @description A link to the image, where the message has exactly one. It needs no authentication, and ends after the days of MEDIA_LINK_DAYS. */
            image_url: string | null;
            /** @description Links to the images, where the message has several. */
            image_urls: string[] | null;
            /** @description A link to the original voice recording. */
            audio_url: string | null;
            /** @description Files of any kind that the user has sent under names; absent without any. */
            files?: {
                /** @description A link to the file. */
                url: string;
                /** @description Its name, without a path. */
                name: string;
                /** @description What its first bytes say or, of text, its name. */
                content_type: string;
                /** @description Its size in bytes. */
                byte_length: number;
            }[];
            /** @description Only of a message that the user has sent by a button under a message of the agent. */
            quick_reply?: {
                /** @description The agent's message that the button stood under. */
                message_id: string;
                /** @description Which of its buttons, from 0. */
                index: number;
                /** @description What the agent has given with the button; null if it has given nothing. */
                value: string | null;
            };
            /** @description Its number among the agent's events. Only on a socket whose `auth` frame had `after` or `ack`, or asked for `event_meta`. */
            seq?: number;
            /** @description The event, `evt_<id>`: the same over every channel and at every repeat. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`. */
            event_id?: string;
            /** @description When it was written, ISO 8601 UTC. Only on a socket whose `auth` frame had `ack` or asked for `event_meta`. */
            created_at?: string;
        };
    };
    responses: {
        /** @description The decision. */
        Decision: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Decision"];
            };
        };
        /** @description Decisions, newest first; an empty list after the last page. */
        DecisionList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "decision_id": "dec_019a1f0c6b7f5f4a3b2c1d0e9f8a7b6d",
                 *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                 *         "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                 *         "task_run_id": null,
                 *         "title": "Send the offer to Grace?",
                 *         "description": "Two pages, **1,200 €**.",
                 *         "action": "mail.send:grace@example.com",
                 *         "suggested_pattern": "mail.send:*@example.com",
                 *         "status": "pending",
                 *         "note": null,
                 *         "always_allow": false,
                 *         "always_allow_pattern": null,
                 *         "resolution_reason": null,
                 *         "created_at": "2026-03-02T09:40:00.000Z",
                 *         "expires_at": "2026-03-02T10:40:00.000Z",
                 *         "resolved_at": null
                 *       },
                 *       {
                 *         "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                 *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                 *         "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                 *         "task_run_id": null,
                 *         "title": "Send the offer to Ada?",
                 *         "description": "Two pages, **1,200 €**.",
                 *         "action": "mail.send:ada@example.com",
                 *         "suggested_pattern": "mail.send:*@example.com",
                 *         "status": "approved",
                 *         "note": "Go ahead.",
                 *         "always_allow": true,
                 *         "always_allow_pattern": "mail.send:*@example.com",
                 *         "resolution_reason": "user",
                 *         "created_at": "2026-03-02T09:30:00.000Z",
                 *         "expires_at": "2026-03-02T10:30:00.000Z",
                 *         "resolved_at": "2026-03-02T09:31:00.000Z",
                 *         "resolved_by": {
                 *           "kind": "user"
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Decision"][];
            };
        };
        /** @description The decision, withdrawn. */
        CancelledDecision: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                 *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                 *       "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                 *       "task_run_id": null,
                 *       "title": "Send the offer to Ada?",
                 *       "description": "Two pages, **1,200 €**.",
                 *       "action": "mail.send:ada@example.com",
                 *       "suggested_pattern": "mail.send:*@example.com",
                 *       "status": "cancelled",
                 *       "note": null,
                 *       "always_allow": false,
                 *       "always_allow_pattern": null,
                 *       "resolution_reason": "cancelled",
                 *       "created_at": "2026-03-02T09:30:00.000Z",
                 *       "expires_at": "2026-03-02T10:30:00.000Z",
                 *       "resolved_at": "2026-03-02T09:31:00.000Z",
                 *       "resolved_by": {
                 *         "kind": "agent"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Decision"];
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
        /** @description Credentials are missing, unknown or wrong; one answer for all cases. Only who shows the whole of a key learns that it has ended. */
        AgentUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid, but its scopes do not open this call. */
        ScopeMissing: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The key does not have the scope for this"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The agent is approval-only, and only interactive agents chat and run tasks; or the scopes of the key do not open this call. */
        KindNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
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
        /** @description The body, an image or a recording is over its limit, or the body holds too many values or names. */
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
        /** @description A limit of calls, of bytes or of bodies at once is used up. */
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
        /** @description A limit of calls, of bytes or of bodies at once is used up, or a quota; the detail names the quota and its number. Nothing was stored. */
        QuotaExceeded: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
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
        /** @description The thing is in a state in which this cannot be done; `detail` says which. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Conflict"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The task. */
        Task: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Task"];
            };
        };
        /** @description The tasks. */
        TaskList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                 *         "name": "Morning mail",
                 *         "prompt": "Read the new mail and report.",
                 *         "schedule": "0 9 * * 1-5",
                 *         "trigger_type": "scheduled",
                 *         "timezone": "UTC",
                 *         "run_at": null,
                 *         "enabled": true,
                 *         "next_run_at": "2026-03-02T09:00:00.000Z",
                 *         "last_run_status": "completed",
                 *         "created_at": "2026-03-01T08:00:00.000Z"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Task"][];
            };
        };
    };
    parameters: {
        /**
         * @description The decision, `dec_<id>`.
         * @example dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c
         */
        DecisionIdPath: string;
        /** @description Only decisions with this status. */
        DecisionStatusQuery: components["schemas"]["DecisionStatus"];
        /** @description The `decision_id` of the last decision of the page before. */
        DecisionCursor: string;
        /** @description The `next_cursor` of the page before. Its run may have been removed since. */
        RunPageCursor: string;
        /**
         * @description What a file of any kind is called. A path, control characters and marks that turn the direction of text are taken from it, and what is beyond 255 bytes.
         *     Without `name` the file has to be a picture or a recording.
         * @example report.pdf
         */
        FileName: string;
        /**
         * @description The conversation, `conv_<id>`.
         * @example conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e
         */
        ConversationIdPath: string;
        /**
         * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
         *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
         *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
         * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
         */
        IdempotencyKey: string;
        /** @description How many items at most. */
        Limit: number;
        /** @description How many items at most. Without it all are answered, which a quota bounds. */
        WholeLimit: number;
        /** @description The `id` of the last task of the page before. It may have been deleted since. */
        TaskCursor: string;
        /**
         * @description A timestamp with its offset from UTC. Only messages older than it are returned, so the `created_at` of a page's last message
         *     gives the next page.
         * @example 2026-03-02T09:30:00.000Z
         */
        HistoryCursor: string;
        /**
         * @description The run, `run_<id>`.
         * @example run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f
         */
        RunIdPath: string;
        /**
         * @description The task, `tsk_<id>`.
         * @example tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a
         */
        TaskIdPath: string;
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
    listOwnEvents: {
        parameters: {
            query?: {
                /**
                 * @description The number behind which the log is read; `next_after` of the answer before. Not beyond the agent's newest event.
                 * @example 41
                 */
                after?: number;
                /**
                 * @description How long to wait for an event if there is none, in seconds.
                 * @example 45
                 */
                wait?: number;
                /** @description How many items at most. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, and where to read on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnEvents"];
                };
            };
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["ScopeMissing"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendAgentMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
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
                     *       "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                     *       "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e"
                     *     }
                     */
                    "application/json": components["schemas"]["AgentMessageAccepted"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    titleConversation: {
        parameters: {
            query?: never;
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
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Mails of the week"
                 *     }
                 */
                "application/json": components["schemas"]["NewConversationTitle"];
            };
        };
        responses: {
            /** @description The title is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *       "title": "Mails of the week",
                     *       "shown": true
                     *     }
                     */
                    "application/json": components["schemas"]["TitledConversation"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
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
            401: components["responses"]["AgentUnauthorized"];
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
                     *       "features": [
                     *         "run_cancelled"
                     *       ],
                     *       "online": true,
                     *       "created_at": "2026-03-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnAgent"];
                };
            };
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["ScopeMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnDecisions: {
        parameters: {
            query?: {
                /** @description Only decisions with this status. */
                status?: components["parameters"]["DecisionStatusQuery"];
                /** @description How many items at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `decision_id` of the last decision of the page before. */
                cursor?: components["parameters"]["DecisionCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["DecisionList"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["ScopeMissing"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestDecision: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDecision"];
            };
        };
        responses: {
            /** @description The request that the agent has made with this key before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *       "task_run_id": null,
                     *       "title": "Send the offer to Ada?",
                     *       "description": "Two pages, **1,200 €**.",
                     *       "action": "mail.send:ada@example.com",
                     *       "suggested_pattern": "mail.send:*@example.com",
                     *       "status": "pending",
                     *       "note": null,
                     *       "always_allow": false,
                     *       "always_allow_pattern": null,
                     *       "resolution_reason": null,
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T10:30:00.000Z",
                     *       "resolved_at": null,
                     *       "key": "offer-42"
                     *     }
                     */
                    "application/json": components["schemas"]["Decision"];
                };
            };
            /** @description The request is open, or approved already. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *       "task_run_id": null,
                     *       "title": "Send the offer to Ada?",
                     *       "description": "Two pages, **1,200 €**.",
                     *       "action": "mail.send:ada@example.com",
                     *       "suggested_pattern": "mail.send:*@example.com",
                     *       "status": "pending",
                     *       "note": null,
                     *       "always_allow": false,
                     *       "always_allow_pattern": null,
                     *       "resolution_reason": null,
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T10:30:00.000Z",
                     *       "resolved_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Decision"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["ScopeMissing"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOwnDecision: {
        parameters: {
            query?: {
                /**
                 * @description How long to wait for the end of an open request, in seconds.
                 * @example 45
                 */
                wait?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The decision, `dec_<id>`.
                 * @example dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c
                 */
                decision_id: components["parameters"]["DecisionIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Decision"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["ScopeMissing"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelDecision: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The decision, `dec_<id>`.
                 * @example dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c
                 */
                decision_id: components["parameters"]["DecisionIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["CancelledDecision"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["ScopeMissing"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acknowledgeEvents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "upto": 42,
                 *       "receipt": 1207
                 *     }
                 */
                "application/json": components["schemas"]["EventAcknowledgement"];
            };
        };
        responses: {
            /** @description They are acknowledged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "acknowledged": 1
                     *     }
                     */
                    "application/json": components["schemas"]["EventsAcknowledged"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["ScopeMissing"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description Only runs in this state. */
                status?: components["schemas"]["RunStatus"];
                /** @description Only runs of this task. */
                task_id?: string;
                /** @description How many items at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before. Its run may have been removed since. */
                cursor?: components["parameters"]["RunPageCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunPage"];
                };
            };
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    heartbeatRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The run, `run_<id>`.
                 * @example run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f
                 */
                run_id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Heartbeat"];
            };
        };
        responses: {
            /** @description The run is on lease. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *       "status": "running",
                     *       "lease_expires_at": "2026-03-02T09:02:00.000Z",
                     *       "attempt": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RunLease"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The run, `run_<id>`.
                 * @example run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f
                 */
                run_id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "attempt": 1
                 *     }
                 */
                "application/json": components["schemas"]["RunRelease"];
            };
        };
        responses: {
            /** @description The run waits to be offered again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["ReleasedRun"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportProgress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The run, `run_<id>`.
                 * @example run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f
                 */
                run_id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "percent": 30,
                 *       "text": "12 of 40 mails read"
                 *     }
                 */
                "application/json": components["schemas"]["ProgressReport"];
            };
        };
        responses: {
            /** @description It is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *       "status": "running"
                     *     }
                     */
                    "application/json": components["schemas"]["ReportedProgress"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The task, `tsk_<id>`.
                 * @example tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a
                 */
                task_id: components["parameters"]["TaskIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *       "open_runs": [
                     *         "run_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The run, `run_<id>`. */
                        run_id: string;
                        /** @description Other runs of the task that are pending or running, newest first, at most 10. */
                        open_runs: string[];
                    };
                };
            };
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The run, `run_<id>`.
                 * @example run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f
                 */
                run_id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunCompletion"];
            };
        };
        responses: {
            /** @description The run is finished. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "completed",
                     *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f"
                     *     }
                     */
                    "application/json": components["schemas"]["CompletedRun"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The run, `run_<id>`.
                 * @example run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f
                 */
                run_id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *       "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "status": "completed",
                     *       "summary": "**Three** mails answered.",
                     *       "started_at": "2026-03-02T09:00:00.120Z",
                     *       "finished_at": "2026-03-02T09:01:10.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskRun"];
                };
            };
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listContext: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The run, `run_<id>`.
                 * @example run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f
                 */
                run_id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blocks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *       "blocks": [
                     *         {
                     *           "id": 1,
                     *           "text": "Mails read: 12 of 40",
                     *           "created_at": "2026-03-02T09:00:10.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunContext"];
                };
            };
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    appendContext: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The run, `run_<id>`.
                 * @example run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f
                 */
                run_id: components["parameters"]["RunIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Mails read: 12 of 40"
                 *     }
                 */
                "application/json": components["schemas"]["NewContextBlock"];
            };
        };
        responses: {
            /** @description The block is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "block_id": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ContextBlockAccepted"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description How many items at most. Without it all are answered, which a quota bounds. */
                limit?: components["parameters"]["WholeLimit"];
                /** @description The `id` of the last task of the page before. It may have been deleted since. */
                cursor?: components["parameters"]["TaskCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaskList"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTask"];
            };
        };
        responses: {
            200: components["responses"]["Task"];
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDueTasks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The due tasks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                     *         "name": "Morning mail",
                     *         "prompt": "Read the new mail and report.",
                     *         "schedule": "0 9 * * 1-5",
                     *         "trigger_type": "scheduled",
                     *         "enabled": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DueTask"][];
                };
            };
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPendingTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                     *         "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                     *         "task_name": "New order",
                     *         "task_prompt": "Check the order.",
                     *         "payload": {
                     *           "order": 4711,
                     *           "state": "paid"
                     *         },
                     *         "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *         "received_at": "2026-03-02T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PendingTrigger"][];
                };
            };
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The task, `tsk_<id>`.
                 * @example tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a
                 */
                task_id: components["parameters"]["TaskIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Task"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The task, `tsk_<id>`.
                 * @example tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a
                 */
                task_id: components["parameters"]["TaskIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The task, `tsk_<id>`.
                 * @example tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a
                 */
                task_id: components["parameters"]["TaskIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskChanges"];
            };
        };
        responses: {
            200: components["responses"]["Task"];
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadAgentMedia: {
        parameters: {
            query?: {
                /**
                 * @description What a file of any kind is called. A path, control characters and marks that turn the direction of text are taken from it, and what is beyond 255 bytes.
                 *     Without `name` the file has to be a picture or a recording.
                 * @example report.pdf
                 */
                name?: components["parameters"]["FileName"];
            };
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "*/*": string;
            };
        };
        responses: {
            /** @description The file is stored. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "media_id": "p-4mB1yVqk0cJ7n2sXw9aZr5tLhUe3oGdPfKiQ8xTvC6M.png",
                     *       "content_type": "image/png",
                     *       "byte_length": 48213,
                     *       "url": "https://example.com/media/1772530200.n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg/p-4mB1yVqk0cJ7n2sXw9aZr5tLhUe3oGdPfKiQ8xTvC6M.png"
                     *     }
                     */
                    "application/json": components["schemas"]["ReceivedFile"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamAgentMessage: {
        parameters: {
            query?: {
                /**
                 * @description The target. Without it a conversation is created when the message is stored, and nobody sees the text before.
                 * @example conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e
                 */
                conversation_id?: string;
            };
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. The same call with the same key is done once: for 24 hours its repetitions get the first
                 *     answer again, with the header `Idempotent-Replayed: true`. Another call with this key is 422. A key of a call that was refused is free again. While a call with the
                 *     key is under way, another one is answered with its answer, or with 503 if that takes long. Keys of one caller, an agent or a person, mean nothing to others.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description The message is stored, or was given up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentMessageStreamed"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["KindNotAllowed"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
