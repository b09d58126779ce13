// Generated from openapi/ by generate.mjs. Do not edit: change the document and run `pnpm generate`.
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
    "/api/client/account/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description What was done in the user's account that matters, and whether by a program with an API key, newest first: sign-ins and refused ones, API keys, changes of the password, of agents, their
         *     secrets, signing secrets and keys, of tasks by the user, answers to requests (also by a rule, or because they expired), rules, events that the user
         *     has sent again, and invitations. The log holds no secrets and no texts of messages. Entries cannot be changed. They are removed when their days are over (`RETENTION_AUDIT_DAYS`), their addresses
         *     earlier (`RETENTION_AUDIT_ADDRESSES_DAYS`).
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the quotas
         * @description How many agents, conversations and always-allow rules the user has, and may have. `used` is counted up to the quota, or up to 100,000 if that is
         *     more. Last come the bytes of all files of messages with the user's agents, and of files that wait for a message. `allowed` is null where there is no quota.
         */
        get: operations["listAccountQuotas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List for how long things are kept
         * @description How many days of 24 hours this installation keeps what has ended, as the services say that remove it; where these differ, the shortest days. What is older is removed within some hours. What is still open is kept,
         *     however old it is. An account, an agent or a task is kept until somebody deletes it.
         */
        get: operations["listRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/keys": {
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
         * List an agent's keys
         * @description Newest first. Keys that have expired or were revoked are listed as well, the 20 that ended last. No call shows a key itself again.
         */
        get: operations["listAgentKeys"];
        put?: never;
        /**
         * Make a key for an agent
         * @description The answer carries the key, which is never shown again. The agent sends it where it would send its secret: in `X-Svc-Secret`, or as
         *     `secret` of a socket's first frame. It opens what its scopes say, until it expires or is revoked. An agent has at most 20 active keys;
         *     the next is 409.
         */
        post: operations["createAgentKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
                /**
                 * @description The key, `key_<id>`.
                 * @example key_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d
                 */
                key_id: components["parameters"]["KeyIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description From the answer on the key authenticates no call. Sockets that it opened are closed within seconds, with 4010. Other keys and the secret go on.
         *     A key that has ended already stays as it is, which is 204 too.
         */
        delete: operations["revokeAgentKey"];
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
         * @description All agents of the user, newest first; with `limit` or `cursor` a page of them.
         */
        get: operations["listAgents"];
        put?: never;
        /**
         * Create an agent
         * @description The answer carries the agent's secret, which is never shown again. A `webhook_url` must lead to a public
         *     address. Beyond the quota of agents it is 429.
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
         * @description During the grace period both secrets authenticate calls, and signatures use the new one, unless the agent has a signing secret. Without a grace period the
         *     old secret ends at once, and sockets that it opened are closed. The body may be left out.
         */
        post: operations["rotateAgentSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of the account
         * @description Newest first. Keys that have expired or were revoked are listed as well, the 20 that ended last. No call shows a key itself again.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description The answer carries the key, which is never shown again. A program sends it as `Authorization: Bearer` on the client API. It opens the calls whose
         *     scope it has, until it expires or is revoked; some calls are open to no key. A user has at most 20 active keys; the next is 409.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API key, `pat_<id>`.
                 * @example pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d
                 */
                key_id: components["parameters"]["ApiKeyIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description From the answer on the key opens nothing. Sockets that it opened are closed within seconds. A key that has ended already stays as it is, which is
         *     204 too.
         */
        delete: operations["revokeApiKey"];
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
         *     is created. If as many events wait for the agent, or the user has as many conversations, as may be, it is 429. A voice message carries its transcription in `text` and the recording in `audio_base64`.
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
         * @description The user's conversations, the one with the newest message first. A conversation that gets a message while one reads on moves to the first page.
         *     Those that the user has put away are not among them, until they get a message.
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
    "/api/client/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a message
         * @description Removes a message of the user or of an agent, with its files and everything else that says what it says: its event with the attempts to
         *     deliver it, the excerpt of the conversation, the summary of the run whose end it tells. If the agent has not received the message yet, it does not
         *     receive it any more; what has left the service cannot be taken back. With the card of a request the request goes as well: an open one is dismissed
         *     first, and its event tells the agent. This cannot be undone. A message that is gone is 404.
         */
        delete: operations["deleteMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/messages/{message_id}/quick-reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Press a button under an agent's message
         * @description Sends the text of the button as a message of the user, into the conversation of the agent's message, with the event `user_message`. Of the buttons of one message one is
         *     pressed, once. The same one again, as on another device, sends nothing more and answers the same. It is 409 if another one was pressed, if the user
         *     has written into the conversation since, or if the agent has sent other buttons there.
         */
        post: operations["pressQuickReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conversation
         * @description What the list says of one conversation, wherever in it the conversation stands.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        /**
         * Delete a conversation
         * @description Removes a conversation with all its messages, as each message is removed by itself. From the answer on nobody finds the conversation, neither user nor
         *     agent: a message into it is 404, and bubbles of runs go to another conversation. Its open requests are dismissed, and their events tell the agent.
         *     The messages are removed in the background, the newest first. `GET /api/client/erasures/{erasure_id}` says how far that is. If there is little to
         *     remove, it is gone before the answer. This cannot be undone.
         */
        delete: operations["deleteConversation"];
        options?: never;
        head?: never;
        /**
         * Name, pin or put away a conversation
         * @description Only the fields that are given change. The user's title is shown instead of the agent's. A conversation that is put away (`archived`) leaves the list until it gets a message, of
         *     whomever. It is pinned no longer; pinning takes it back. At most 50 conversations of a user are pinned: beyond that it is 409.
         */
        patch: operations["updateConversation"];
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
    "/api/client/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List decisions
         * @description What the user's agents have asked for, newest first.
         */
        get: operations["listDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/decisions/{decision_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a decision
         * @description A decision that one of the user's agents asked for.
         */
        get: operations["getDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/decisions/{decision_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a request
         * @description The first answer wins, and the agent gets it as the event `decision_resolved`. The same answer again is answered with what is stored,
         *     another one with 409. With `always_allow` an approval also stores a rule, by which later requests of the agent are approved at once: its
         *     pattern is the one given, else exactly the request's action. What the agent suggests is only shown to the user. A broad pattern, which
         *     covers all of a verb or more, needs `confirm_broad`; without it the answer is 422 and names this field. Where the agent has a rule with the pattern
         *     already, the newest answer decides when it ends.
         *
         *     An approval of a request with an `answer_schema` has an `answer` that fits it. If a field does not fit, the answer is 422 and names it. Who approves
         *     always approves what the agent has proposed, so `always_allow` goes with these values alone.
         */
        post: operations["resolveDecision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/decision-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List always-allow rules
         * @description The rules by which requests of the user's agents are approved at once, newest first.
         */
        get: operations["listDecisionRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/decision-rules/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an always-allow rule
         * @description From the answer on, no request is approved by this rule. What it has approved stays approved.
         */
        delete: operations["revokeDecisionRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/decision-rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what a pattern would have covered
         * @description Compares a pattern with the actions of the agent's newest requests, at most 1,000, whatever became of them. Nothing is stored.
         */
        post: operations["previewDecisionRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/events/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again what failed since a time
         * @description Starts a new round of attempts for the agent's `failed` events from `since` on, oldest first, each under its own event id; at most
         *     500 in one call. Events whose run is finished are left out.
         */
        post: operations["redeliverFailedEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try an agent's webhook
         * @description Sends one signed request to the webhook, now and without retries, and answers with what came of it. Its body is
         *     `{type: "test", agent_id, sent_at}`, with the headers of a delivery; it is no event, stands in no log and moves no counter. With
         *     `webhook_url` another address is tried, before it is saved. One test of a user at a time: 429 otherwise.
         */
        post: operations["testAgentWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/webhook/probe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Probe a webhook whose deliveries are held back
         * @description Sends the oldest held event now instead of at `next_probe_at`. It is the event's one attempt. If the webhook takes it, deliveries go on; else the event has failed, and
         *     the waits behind it begin anew with the shortest one. If nothing is held, the next event is the probe. If the agent's `webhook_breaker` is not open, nothing is to be probed, and nothing happens.
         */
        post: operations["probeAgentWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the account
         * @description Erases the account with everything in it: agents with their keys, conversations, tasks, runs, events, decisions, rules, files, sessions and
         *     the audit log. From the answer on, nobody can sign in to it, its agents are refused, their sockets are closed and its e-mail address is free.
         *     The rows and files are removed in the background. This cannot be undone. Needs the user's password; guesses are slowed down as at
         *     a sign-in.
         */
        post: operations["eraseAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/erasures/{erasure_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how far an erasure is
         * @description Of an account or of a conversation. Needs no sign-in, since there may be no account any more: the id, which nobody can guess, is enough. The answer names nobody. It can be read
         *     until `RETENTION_AUDIT_DAYS` after the end.
         */
        get: operations["getErasure"];
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
    "/api/client/agents/{agent_id}/events/{event_id}/frame": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what an event says
         * @description The event as its agent receives it, whatever became of it. Reading it changes nothing: the agent gets the event all the same.
         */
        get: operations["getAgentEventFrame"];
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
         *     has seen the event. An event whose run is finished is not sent again: 409.
         */
        post: operations["redeliverEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the exports of the account
         * @description The user's exports, newest first. Each is removed a day after it was made.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Ask for an export of the account
         * @description Everything that is kept of the user is written into a zip in the background: profile, agents and keys without secrets, tasks without
         *     trigger URLs, their runs with context blocks, events, decisions, rules, messages, files with their bytes, invitations, and the audit log. A user has at most three exports, one of
         *     which is being made; else the answer is 409.
         */
        post: operations["requestExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/exports/{export_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the file of an export
         * @description A zip. Each noun has a file of JSON Lines in UTF-8: `profile.jsonl`, `agents.jsonl`, `agent_keys.jsonl`, `tasks.jsonl`, `runs.jsonl`, `context_blocks.jsonl`, `events.jsonl`,
         *     `decisions.jsonl`, `rules.jsonl`, `conversations.jsonl`, `messages.jsonl`, `invitations.jsonl`, `api_keys.jsonl`, `audit.jsonl` and `files.jsonl`.
         *     Each line is an object whose `record` says what it is: `profile`, `agent`, `agent_key`, `task`, `run`, `context_block`, `event`, `decision`, `rule`, `conversation`, `message`, `invitation`,
         *     `api_key`, `audit` or `file`; its other fields are those of the client API. An `event` also has the `frame` that
         *     the agent receives. A `file` has the `path` of its bytes in the zip, `media/<media_id>`, which is not there if the file was removed meanwhile or finds no room. `README.txt` says what is what.
         *
         *     404 until the export is ready, after its time, and for everybody else.
         */
        get: operations["getExportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description The user's invitations, newest first, and whether the user may make another one.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description Makes a link by which one person may make an account where sign-up is closed. Only this answer shows the link. A user has at most 10
         *     invitations that are neither used nor expired.
         *
         *     The invited person opens the link in a browser. Without a browser: send what follows `#invitation=` as the field `invitation` of
         *     `POST /api/auth/sign-up/email`, beside `name`, `email` and `password`. If the invitation does not exist, was used or revoked, or has expired, the
         *     answer is 403.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description From the answer on, nobody makes an account by its link. One that was used cannot be revoked.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/conversations/{conversation_id}/reading": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say what the user has read
         * @description Marks the conversation as read up to a message, on all devices of the user. The mark moves on and never back: a call that says less changes nothing. It moves at most to the newest
         *     message, so no later message counts as read.
         */
        put: operations["readConversation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/conversations/{conversation_id}/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a conversation as unread
         * @description Moves the mark back before the agent's newest message, so that it counts as unread again. If the agent has written none of the newest 100 messages, or the newest one of it is unread
         *     already, nothing changes.
         */
        post: operations["markConversationUnread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an agent's replays
         * @description The newest 20, newest first. Older ones are not kept.
         */
        get: operations["listReplays"];
        put?: never;
        /**
         * Deliver the events of a time again
         * @description Starts a new round of attempts for each of the agent's events that has this state and type and was written in this time, oldest first, each under its own event
         *     id, as many in a second as asked for. It goes on in the background. Events that come later than this call are not among them, and an event whose run is finished
         *     is left out.
         *
         *     Of one agent, one replay is under way and at most four others wait for it; a further one is 409. A replay waits while nothing can reach the agent, while 20 of its own events are on
         *     their way, and while more than 50 other events of the agent are.
         */
        post: operations["startReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/replays/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what a replay would send
         * @description Counts the events that a replay of this state, type and time would send if it began now, without beginning it. At most 10,000 rows of the log are looked at, the oldest
         *     first, for about a second. If there are more, `is_complete` is false, and `events` is what was counted so far.
         */
        get: operations["countReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/replays/{replay_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a replay is
         * @description What it has done so far.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/replays/{replay_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a replay
         * @description From the answer on the replay sends nothing more. What it has sent stays on its way. A replay that is cancelled already is answered in the same way; one that has finished is 409.
         */
        post: operations["cancelReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/schedules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See when a schedule would run
         * @description Checks a cron expression and a time zone as creating a task does, and lists the next five occurrences from now on; fewer where the
         *     expression has no more. Nothing is stored.
         */
        post: operations["previewSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search for words
         * @description Finds messages, reports, runs, requests for decisions and tasks of the user by their words, the newest first. All words have to be there. Case and accents do not count. `"words in quotes"`
         *     have to stand side by side, and a word with a minus before it must not be there. The last word may be the beginning of a longer one, unless a space or a quote follows it. What is
         *     written is found about a second later. If a search takes too long, it is 503.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/tasks/{task_id}/sender": {
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
        get?: never;
        /**
         * Say who may call a trigger
         * @description From the next call on, the trigger URL of an event task takes only calls that prove that they come from this sender. Any other call is 401 and counted. The
         *     whole setting is replaced. If the scheme stays, the secrets that were there may go on proving for a grace, so that the provider can be told the new one
         *     without an interruption. No answer shows a secret.
         */
        put: operations["setTriggerSender"];
        post?: never;
        /**
         * Let anybody call a trigger who knows its URL
         * @description From the next call on, the URL alone is enough again. The secrets and the count are forgotten. Without a sender this changes nothing, which is 204 too.
         */
        delete: operations["removeTriggerSender"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/signing-secret/rotate": {
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
        get?: never;
        put?: never;
        /**
         * Give an agent a new signing secret
         * @description From now on this secret signs the agent's deliveries, and the agent's secret signs none. The first call makes it, each further one replaces it.
         *     For a grace period, a day unless said otherwise, deliveries carry two signatures. `X-Svc-Signature` is of the new secret, and
         *     `X-Svc-Signature-Previous` of the one that signed before, which at first is the agent's secret. `webhook-signature` lists both, with a
         *     space between them. A grace of an earlier rotation ends. The body may be left out.
         */
        post: operations["rotateSigningSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/signing-secret": {
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
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an agent's signing secret
         * @description From now on the agent's secret signs its deliveries again, alone. Without a signing secret this changes nothing, which is 204 too.
         */
        delete: operations["removeSigningSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an agent's tasks
         * @description All tasks of one of the user's agents, oldest first; with `limit` or `cursor` a page of them.
         */
        get: operations["listAgentTasks"];
        put?: never;
        /**
         * Create a task for an agent
         * @description The same call as the agent's own. An approval-only agent has no tasks: 403. The prompts of
         *     an agent have at most 8 MiB together: beyond that it is 409. Beyond the quota of tasks it is 429.
         */
        post: operations["createAgentTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/tasks/{task_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a task of an agent
         * @description A task of one of the user's agents.
         */
        get: operations["getAgentTask"];
        put?: never;
        post?: never;
        /**
         * Delete a task of an agent
         * @description Deletes the task. Its open runs are cancelled, their events are not delivered any more, and its trigger URL answers 404.
         */
        delete: operations["deleteAgentTask"];
        options?: never;
        head?: never;
        /**
         * Change a task of an agent
         * @description Changes what is given. A new schedule, time zone or `run_at`, and enabling again, compute the next run from now. With
         *     the schedule `event` the task gets a trigger id; with another one it loses it, and the URL answers 404.
         */
        patch: operations["updateAgentTask"];
        trace?: never;
    };
    "/api/client/tasks/{task_id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a task now
         * @description Creates a run and sends its event to the agent: `task_due`, or for an event task `task_trigger` with an empty payload.
         *     A disabled task may be run as well. If as many events wait for the agent as may, it is 429.
         */
        post: operations["runTaskNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/tasks/{task_id}/trigger/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a trigger id
         * @description Gives an event task a new trigger id; the old URL answers 404 at once. A task that is no event task is 409.
         */
        post: operations["rotateTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/tasks/{task_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a task's runs
         * @description The runs of the task, newest first.
         */
        get: operations["listTaskRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/agents/{agent_id}/runs/in-progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs that say how far they are
         * @description The running runs of the agent of which it has said how far they are, newest first, at most 20.
         */
        get: operations["listRunsInProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run of a task
         * @description A run of one of the user's agents, with its task's name and, while it is not finished, its context blocks.
         */
        get: operations["getTaskRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/runs/{run_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the messages of a run
         * @description What the agent has sent with the run's id, in whichever conversation, newest first: messages, cards of requests and the bubble that tells of the run's end.
         */
        get: operations["listRunMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/runs/{run_id}/again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a task again as in a run
         * @description Creates another run of the run's task, and sends its event to the agent with the payload and the headers that the run has. No call is a
         *     duplicate of it. A disabled task may be run as well. If the task was deleted, or the payload is not kept any more, it is 409; if as many
         *     events wait for the agent as may, 429.
         */
        post: operations["runTaskAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/runs/{run_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run of a task
         * @description Ends a run that is `pending` or `running`. Its context blocks are deleted, its events that are not delivered are dropped, and a bubble in
         *     the chat says that it was cancelled. What its agent calls about the run from then on is answered as for any run that has ended. Cancelling
         *     again answers the same; a run that its agent has finished is 409.
         */
        post: operations["cancelTaskRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/device/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for an API key from a program
         * @description A program that has no key asks for one (RFC 8628, in JSON). It shows `user_code` and `verification_uri` to the person, and keeps `device_code` for itself. The person
         *     opens the page, signs in there, and says yes or no. Both codes end after ten minutes. Counts as a sign-in of its address.
         */
        post: operations["beginDeviceLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/device/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch the API key that a person has granted
         * @description The program asks with its `device_code`, every `interval` seconds. Until the person has said yes, it is 400 with an `error` of RFC 8628. The key comes once.
         *     A code that was used, is over or never was gets the same answer.
         */
        post: operations["exchangeDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/device-logins/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See which program asks under a code
         * @description What the person is shown before saying yes. Codes that are wrong are counted and bounded, so that nobody finds one by trying.
         */
        post: operations["findDeviceLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account/device-logins/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a program have an API key, or refuse it
         * @description With `scopes` and `expires_in_seconds` the program gets a key that the person has chosen so, whatever it asked for; it is listed with the others under the program's name.
         *     With `approved: false` it is told so. No key opens this call.
         */
        post: operations["resolveDeviceLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/client/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See who calls
         * @description The person, and the API key that the call came with.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
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
         *     starts nothing and answers with the earlier run. With the header `Idempotency-Key` the key decides instead: a new one starts
         *     a run whatever the payload is, and a known one is a duplicate. While the agent is offline the event is queued. Where as many
         *     triggers of the task wait for the agent as may, the call answers 429 and starts nothing. If the task has a sender (`PUT /api/client/tasks/{task_id}/sender`), a call that does not prove that it comes
         *     from there is 401, and the same delivery id is a duplicate instead of the same payload or key. Numbers reach the agent digit
         *     for digit. The body is read as JSON whatever its `Content-Type` says. If it is no JSON and says `application/x-www-form-urlencoded`, its
         *     fields become an object: each a string, a list of strings where a name comes again, and the field `payload` the JSON that it holds.
         *     It has at most 1 MiB and 100,000 values, and must not be compressed.
         */
        post: operations["fireTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a tool of the Model Context Protocol
         * @description The service as an MCP server, for coding agents and other programs that know the protocol: Streamable HTTP without sessions. Each message is a call by itself, which is answered
         *     with JSON and never with a stream. Revisions 2024-11-05 to 2025-11-25 and 2026-07-28 are understood. There are no subscriptions, no batches, and nothing to `GET` or `DELETE`.
         *
         *     The caller is an agent: by its two headers, or by `Authorization: Bearer <agent_id>:<secret>` for clients that have one field for a token. A key may stand where the secret stands.
         *
         *     `tools/list` names the tools that the agent's kind and the scopes of its key open: `send_message`, `send_report`, `list_tasks`, `save_context` and `complete_run` for interactive agents,
         *     `ask_decision` and `get_decision` for both kinds. A tool takes what the call of the agent API takes that it stands for, and answers the same. What that call refuses is a result with
         *     `isError`, which names the fields. `ask_decision` waits for 45 seconds at most, then answers `pending` with the id. If the caller leaves meanwhile, the request stays open.
         *
         *     Only a browser sends an `Origin`. It has to be this installation's.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
    "/api/client/media": {
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
         *     of the user that names it in `media_ids`. It is removed if none has taken it after 24 hours. A file has to come at 64 KiB a second on average after the
         *     first ten seconds, and may never be silent for ten.
         *
         *     With `name` the file may be of any kind and any type, and have 25 MiB. It is stored as it is, and a message has it in `files`.
         *
         *     With an `Idempotency-Key` the same file is stored once. Its bytes and its `name` are compared.
         */
        post: operations["uploadMedia"];
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
    "/api/client/conversations/{conversation_id}/streams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what agents are writing
         * @description The messages of a conversation that its agent is writing, oldest first, with their text so far. The text is up to a second old; `stream` frames of the
         *     socket bring what is newer. A message that was cut off is listed for an hour, until the agent writes in the conversation again. It is not in the history.
         */
        get: operations["listMessageStreams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
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
    run_cancelled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A user cancelled a run
         * @description To interactive agents only, and only where the agent's owner turned on the feature `run_cancelled`. Stop working on the run: it takes no context and no completion any more.
         */
        post: operations["deliverRunCancelled"];
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
         * @description To interactive agents only, and only where the agent's owner turned on `push_triggers_to_webhook`: otherwise the event waits to be polled.
         */
        post: operations["deliverTaskTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
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
}
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
        ClientDecision: {
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
            /**
             * Format: date-time
             * @description When the user was reminded of the request, after half of its time; only if it was so.
             */
            reminded_at?: string;
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
        Retention: {
            /**
             * @description `messages` with answered requests; `files` of messages; `runs` that have ended; `events` that were delivered or have failed; `attempts` to deliver
             *     events; `audit_entries`; and the addresses in these.
             * @enum {string}
             */
            kept: "messages" | "files" | "runs" | "events" | "attempts" | "audit_entries" | "audit_addresses";
            /** @description Null if they are kept until somebody deletes what they belong to. */
            days: number | null;
        };
        AccountQuota: {
            /**
             * @description The name that a refusal has, too.
             * @enum {string}
             */
            quota: "agents_per_user" | "conversations_per_user" | "rules_per_user" | "media_bytes_per_user";
            used: number;
            /** @description Null if there is no quota. */
            allowed: number | null;
        };
        /**
         * @description What an action is about.
         * @enum {string}
         */
        AuditArea: "session" | "account" | "agent" | "task" | "run" | "conversation" | "decision" | "rule" | "event" | "invitation";
        /**
         * @description What was done. Expect new ones.
         * @enum {string}
         */
        AuditAction: "session.signed_in" | "session.signed_out" | "session.ended" | "account.created" | "account.changed" | "account.password_changed" | "account.export_requested" | "account.export_fetched" | "account.key_made" | "account.key_revoked" | "agent.created" | "agent.changed" | "agent.secret_rotated" | "agent.key_made" | "agent.key_revoked" | "agent.signing_secret_rotated" | "agent.signing_secret_removed" | "agent.deleted" | "task.created" | "task.changed" | "task.trigger_rotated" | "task.sender_set" | "task.sender_removed" | "task.started" | "task.deleted" | "run.cancelled" | "conversation.deleted" | "conversation.changed" | "conversation.message_deleted" | "decision.resolved" | "rule.made" | "rule.removed" | "event.redelivered" | "event.replay_started" | "event.replay_cancelled" | "invitation.made" | "invitation.used" | "invitation.revoked";
        AuditEntry: {
            /** @description The entry, `aud_<id>`. */
            audit_id: string;
            action: components["schemas"]["AuditAction"];
            /**
             * @description `refused` after a wrong password.
             * @enum {string}
             */
            outcome: "done" | "refused";
            /**
             * @description Who acted. `system` is the service by itself, such as when a rule approves a request.
             * @enum {string}
             */
            actor: "user" | "agent" | "system";
            /** @description The user or the agent that acted; null if nobody has proven who it was, and for `system`. */
            actor_id: string | null;
            /** @description What it was done to, such as an agent, a key or a task, which may be deleted since. */
            subject_id: string | null;
            /** @description The agent that the subject belongs to. */
            agent_id: string | null;
            /** @description The address that the call came from, or its network, as the installation keeps it; null if it is not kept (any more). */
            address: string | null;
            /** @description The API key by which a program of the user has called; null for a session, such as the console's. */
            key_id: string | null;
            /** @description The name that the key had then; null where `key_id` is. */
            key_name: string | null;
            /**
             * @description More about it, by the action: `name` of an agent or a task at that time, `fields` that were changed, `webhook_host`,
             *     `grace_period_seconds`, `ended_grace` (whether an earlier grace ended before its time), `key` (the name of a key), `scopes`,
             *     `expires_in_seconds`, `type` of an event, `status`, `reason` (`user`, `rule` or `expired`), `action`, `pattern`, `rule_id`, `run_id`, `conversation_id`, `kind` of a
             *     message. Expect
             *     new ones.
             */
            details: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
        };
        /**
         * @description `messages`: send chat messages and read history. `tasks`: tasks, their runs, and the polls of both. `decisions`: ask the user, read
         *     and cancel. `events`: open a socket, read and acknowledge the event log. `read`: every call that changes nothing.
         * @enum {string}
         */
        AgentScope: "messages" | "tasks" | "decisions" | "events" | "read";
        AgentKeyScopes: components["schemas"]["AgentScope"][];
        NewAgentKey: {
            /** @description For people, to tell keys apart. */
            name: string;
            scopes: components["schemas"]["AgentKeyScopes"];
            /** @description How long the key lasts, up to ten years. Without it, until it is revoked. */
            expires_in_seconds?: number | null;
        };
        AgentKey: {
            /** @description The key, `key_<id>`; the key itself contains its digits. */
            key_id: string;
            name: string;
            scopes: components["schemas"]["AgentKeyScopes"];
            /**
             * @description Whether the key authenticates calls, or why not.
             * @enum {string}
             */
            state: "active" | "expired" | "revoked";
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Null where it does not expire.
             */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description To the minute; null if it was never used. A socket counts when it opens and when it ends.
             */
            last_used_at: string | null;
            /** @description Whether a WebSocket is open that the key opened. */
            online: boolean;
        };
        AgentKeyWithSecret: {
            /** @description The key, `key_<id>`; the key itself contains its digits. */
            key_id: string;
            name: string;
            scopes: components["schemas"]["AgentKeyScopes"];
            /**
             * @description Whether the key authenticates calls, or why not.
             * @enum {string}
             */
            state: "active" | "expired" | "revoked";
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Null where it does not expire.
             */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description To the minute; null if it was never used. A socket counts when it opens and when it ends.
             */
            last_used_at: string | null;
            /** @description Whether a WebSocket is open that the key opened. */
            online: boolean;
            /** @description Shown this once; it stands where the agent's secret would stand. */
            secret: string;
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
            features?: components["schemas"]["AgentFeatures"];
        };
        /** @description What people see; the agent gets it in `auth_ok`. */
        AgentName: string;
        /**
         * Format: uri
         * @description An http or https URL at a public address; null for none.
         */
        WebhookUrl: string | null;
        /**
         * @description What the agent asked for beyond what every agent gets, in the order of their names; none by default. `run_cancelled`: the event of
         *     that name, whichever channel reaches the agent.
         */
        AgentFeatures: "run_cancelled"[];
        Agent: {
            /** @description The agent, `agt_<id>`. */
            agent_id: string;
            agent_name: string;
            kind: components["schemas"]["AgentKind"];
            status: components["schemas"]["AgentStatus"];
            /** @description Why the status is `error`; null while it is not. */
            status_reason: string | null;
            /** @description Where events go while no WebSocket is open. */
            webhook_url: string | null;
            /** @description Whether triggers that find the agent offline also go to the webhook. */
            push_triggers_to_webhook: boolean;
            features: components["schemas"]["AgentFeatures"];
            /** @description Whether a WebSocket of the agent is open. */
            online: boolean;
            /** @description How many are open. The newest gets the events. */
            connections: number;
            /**
             * Format: date-time
             * @description When the agent last asked for its due tasks, its waiting triggers or its event log, to about 5 seconds; null if it never did.
             */
            last_polled_at: string | null;
            /** @description Failed deliveries in a row. */
            consecutive_failures: number;
            /** Format: date-time */
            created_at: string;
            /** @description Whether a secret of its own signs the agent's deliveries. Otherwise the agent's secret does. */
            own_signing_secret: boolean;
            /**
             * Format: date-time
             * @description Until when deliveries carry the signature of the former secret as well; may be over.
             */
            previous_signature_until: string | null;
            /** @description Null unless deliveries to the webhook are held back. */
            webhook_breaker: components["schemas"]["WebhookBreaker"] | null;
        };
        /** @description Events are held back, and from time to time one of them is sent as a probe. */
        WebhookBreaker: {
            /** Format: date-time */
            opened_at: string;
            /** @description Attempts in the minutes before it opened. */
            attempts: number;
            /** @description How many of them had failed. */
            failures: number;
            /** @description Probes so far. */
            probes: number;
            /**
             * Format: date-time
             * @description When a held event is sent as the next probe, at the earliest.
             */
            next_probe_at: string;
            /** @description Events that are held; counted up to 1000. */
            held_events: number;
        };
        AgentWithSecret: {
            /** @description The agent, `agt_<id>`. */
            agent_id: string;
            agent_name: string;
            kind: components["schemas"]["AgentKind"];
            status: components["schemas"]["AgentStatus"];
            /** @description Why the status is `error`; null while it is not. */
            status_reason: string | null;
            /** @description Where events go while no WebSocket is open. */
            webhook_url: string | null;
            /** @description Whether triggers that find the agent offline also go to the webhook. */
            push_triggers_to_webhook: boolean;
            features: components["schemas"]["AgentFeatures"];
            /** @description Whether a WebSocket of the agent is open. */
            online: boolean;
            /** @description How many are open. The newest gets the events. */
            connections: number;
            /**
             * Format: date-time
             * @description When the agent last asked for its due tasks, its waiting triggers or its event log, to about 5 seconds; null if it never did.
             */
            last_polled_at: string | null;
            /** @description Failed deliveries in a row. */
            consecutive_failures: number;
            /** Format: date-time */
            created_at: string;
            /** @description Whether a secret of its own signs the agent's deliveries. Otherwise the agent's secret does. */
            own_signing_secret: boolean;
            /**
             * Format: date-time
             * @description Until when deliveries carry the signature of the former secret as well; may be over.
             */
            previous_signature_until: string | null;
            /** @description Null unless deliveries to the webhook are held back. */
            webhook_breaker: components["schemas"]["WebhookBreaker"] | null;
            /** @description Shown this once; it authenticates the agent and signs its deliveries, unless a signing secret does. */
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
             * @description Until when the old secret still authenticates calls; null if it ended at once.
             */
            previous_secret_valid_until: string | null;
        };
        /**
         * @description `read`: calls that change nothing, and the socket of the client app. `write`: calls that change something. `decisions`: answer requests of agents,
         *     and revoke rules. `agents`: make agents, and new secrets of agents; the answers are credentials, which go on when the key has ended. Each call names its scope in `x-api-key-scope`.
         * @enum {string}
         */
        ApiKeyScope: "read" | "write" | "decisions" | "agents";
        ApiKeyScopes: components["schemas"]["ApiKeyScope"][];
        NewApiKey: {
            /** @description For people, to tell keys apart. */
            name: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            /** @description How long the key lasts, up to a year. */
            expires_in_seconds: number;
        };
        ApiKey: {
            /** @description The key, `pat_<id>`; the key itself contains its digits. */
            key_id: string;
            name: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            /**
             * @description Whether the key opens anything, or why not.
             * @enum {string}
             */
            state: "active" | "expired" | "revoked";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description To the minute; null if it was never used.
             */
            last_used_at: string | null;
        };
        ApiKeyWithSecret: {
            /** @description The key, `pat_<id>`; the key itself contains its digits. */
            key_id: string;
            name: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            /**
             * @description Whether the key opens anything, or why not.
             * @enum {string}
             */
            state: "active" | "expired" | "revoked";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description To the minute; null if it was never used.
             */
            last_used_at: string | null;
            /** @description Shown this once. */
            secret: string;
        };
        UserMessage: {
            /** @description What the user typed or, for a voice message, its transcription. Required without image and recording. */
            text?: string;
            /** @description The target. Without it a conversation is created. */
            conversation_id?: string;
            /** @description Whether the conversation that it creates only tests the delivery: it is archived, no message brings it back, and nothing of a run goes there. */
            is_test?: boolean;
            /** @description PNG, JPEG, GIF or WebP images in base64, with or without data-URI prefixes; each at most 5 MB after decoding, 50 million pixels, and 16,384 on a side. */
            images?: string[];
            /** @description Files that the user has sent to `POST /api/client/media`, each for one message: with the images sent here at most ten images, and one recording. */
            media_ids?: string[];
            /** @description A voice recording in base64, 10 MB at most after decoding. */
            audio_base64?: string;
        };
        UserMessageAccepted: {
            message_id: string;
            /** @description The one given or the one created. */
            conversation_id: string;
        };
        /** @description One line, not blank. White space and control characters in a row become one space. */
        ConversationTitle: string;
        ConversationChanges: {
            /** @description Null takes the user's title away, so that the agent's is shown, if there is one. */
            title?: components["schemas"]["ConversationTitle"] | null;
            pinned?: boolean;
            /** @description Whether it is put away. Not true together with `pinned`. */
            archived?: boolean;
        };
        Conversation: {
            /** @description The conversation, `conv_<id>`. */
            id: string;
            agent_id: string;
            /** Format: date-time */
            last_message_at: string | null;
            /** @description The beginning of the newest message; null when no message is kept any more. */
            last_message_text: string | null;
            /** @description The user's title, else the agent's, else null. */
            title: string | null;
            /**
             * @description Whose title it is.
             * @enum {string|null}
             */
            titled_by: "user" | "agent" | null;
            pinned: boolean;
            /** @description Whether the user has put it away, and no message has come since. */
            archived: boolean;
            /** @description How many messages of the agent the user has not read, among the newest 100 that came after `read_through`. */
            unread_count: number;
            /**
             * Format: date-time
             * @description Up to which message the user has read, on whatever device; null if nothing is read.
             */
            read_through: string | null;
        };
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
        QuickReplyPress: {
            /** @description Which button, from 0. */
            index: number;
        };
        DecisionResolution: {
            /** @enum {string} */
            status: "approved" | "rejected" | "dismissed";
            /** @description For the agent. */
            note?: string;
            answer?: components["schemas"]["AnswerValues"];
            /** @description Stores a rule with an approval. Only where the request names an action. */
            always_allow?: boolean;
            always_allow_pattern?: components["schemas"]["ActionPattern"];
            /** @description How long the rule stands, up to a year. Without it, until it is revoked. */
            always_allow_expires_in_seconds?: number;
            /**
             * @description Needed for a broad pattern. The verb of an action is what stands before its first colon. A pattern is narrow if it has no star; or
             *     if the whole verb stands before its first star, and at least one letter or digit that has ink stands after the colon. All others are broad.
             */
            confirm_broad?: boolean;
        };
        DecisionRule: {
            /** @description The rule, `rul_<id>`. */
            rule_id: string;
            /** @description Whose requests it approves. */
            agent_id: string;
            pattern: components["schemas"]["ActionPattern"];
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Null if it stands until it is revoked.
             */
            expires_at: string | null;
        };
        DecisionRuleDraft: {
            /** @description Whose requests are compared. */
            agent_id: string;
            pattern: components["schemas"]["ActionPattern"];
        };
        DecisionRulePreview: {
            /** @description Requests that the pattern covers. */
            count: number;
            /** @description Requests with an action that were compared. */
            examined: number;
            /** @description Whether the pattern is broad, so that a rule with it needs `confirm_broad`. */
            is_broad: boolean;
            /** @description The newest that it covers. */
            samples: {
                decision_id: string;
                title: string;
                action: string;
                status: components["schemas"]["DecisionStatus"];
                /** Format: date-time */
                created_at: string;
            }[];
        };
        FailedSince: {
            /**
             * Format: date-time
             * @description Only events created at this moment or later.
             */
            since: string;
        };
        Redeliveries: {
            redelivered: number;
            /** @description Further failed events are left for another call. */
            more: boolean;
        };
        WebhookProbe: {
            agent_id: string;
            /** @description False if the breaker is not open. */
            is_due: boolean;
        };
        WebhookTest: {
            /**
             * Format: uri
             * @description The address to try. The agent's own unless given.
             */
            webhook_url?: string;
        };
        WebhookTestResult: {
            /** @description The receiver answered with 2xx in time. */
            delivered: boolean;
            status_code: number | null;
            /** @description Why it counts as failed. */
            error: string | null;
            /** @description The beginning of the answer's body. */
            response: string | null;
            duration_ms: number;
        };
        AccountErasure: {
            /** @description The user's present password. */
            password: string;
        };
        Erasure: {
            /** @description The erasure, `ers_<id>`. */
            erasure_id: string;
            /** @enum {string} */
            status: "running" | "finished";
            /**
             * @description What is still to be removed, each counted up to 10,000. `messages` are those of a conversation that is being removed, and `files` of a
             *     conversation are those of messages that are gone already.
             */
            remaining: {
                agents: number;
                messages: number;
                files: number;
            };
            /** Format: date-time */
            requested_at: string;
            /** Format: date-time */
            finished_at: string | null;
        };
        /**
         * @description `pending`: on its way. `delivered`: receipt proven. `waiting`: no channel now; a poll or a connection takes it.
         *     `failed`: the webhook's retries are used up, or the event was dropped (`drop_reason`).
         * @enum {string}
         */
        EventState: "pending" | "delivered" | "waiting" | "failed";
        Event: {
            /** @description The event, `evt_<id>`. */
            event_id: string;
            type: components["schemas"]["EventType"];
            state: components["schemas"]["EventState"];
            /**
             * @description How the event reached the agent; null while it has not. If an event is not delivered and has `long_poll`, the agent's long poll has
             *     listed it and the agent has not acknowledged it.
             * @enum {string|null}
             */
            channel: "websocket" | "webhook" | "poll" | "long_poll" | null;
            /**
             * @description Why a failed event was dropped before it was delivered: its task was deleted, or its run was cancelled. Null otherwise.
             * @enum {string|null}
             */
            drop_reason: "task_deleted" | "run_cancelled" | null;
            /** @description The message that a `user_message` carries. */
            message_id: string | null;
            /** @description The task of a `task_due` or `task_trigger`. */
            task_id: string | null;
            /** @description The run of a `task_due` or `task_trigger`. */
            run_id: string | null;
            /** @description The decision of a `decision_resolved`. */
            decision_id: string | null;
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
            /** @description The first 200 characters of the message, the title of the decision or the name of the task; null if that is not kept any more. */
            subject: string | null;
        };
        EventFrame: {
            event_id: string;
            /** @description As a frame of the agent's socket has it, or the body of a delivery. */
            event: {
                type: components["schemas"]["EventType"];
            } & {
                [key: string]: unknown;
            };
        };
        DeliveryAttempt: {
            /** @description The attempt, `dlv_<id>`. */
            delivery_id: string;
            /** @description 0 for the first attempt of a round. */
            retry_num: number;
            retry_reason: components["schemas"]["RetryReason"];
            /** @description What the receiver answered, if it answered. */
            status_code: number | null;
            /** @description Why the attempt counts as failed. */
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
        AccountExport: {
            /** @description The export, `exp_<id>`. */
            export_id: string;
            /**
             * @description `failed` if the file would have been larger than 2 GiB, or five attempts ended before it was complete.
             * @enum {string}
             */
            state: "pending" | "running" | "ready" | "failed";
            /** @description Lines written so far. */
            lines: number;
            /** @description Size of the file; 0 until it is ready. */
            byte_length: number;
            /** Format: date-time */
            requested_at: string;
            /**
             * Format: date-time
             * @description When it is removed; null until it is ready or has failed.
             */
            expires_at: string | null;
        };
        InvitationDraft: {
            /** @description For whom it is, so that its maker knows it again. Default empty. */
            note?: string;
            /** @description From an hour to 30 days. Default 7 days. */
            expires_in_seconds?: number;
        };
        Invitation: {
            invitation_id: string;
            note: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /**
             * Format: date-time
             * @description When somebody made an account with it; `null` if nobody has.
             */
            used_at: string | null;
        };
        NewInvitation: {
            invitation_id: string;
            note: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            used_at: string | null;
            /** @description Begins with `PUBLIC_BASE_URL`. Shown only here. */
            link: string;
        };
        InvitationList: {
            /** @description False if sign-up is open, so that nobody needs an invitation, or if the operator has turned invitations off. */
            may_invite: boolean;
            invitations: components["schemas"]["Invitation"][];
        };
        Reading: {
            /**
             * Format: date-time
             * @description The `created_at` of the newest message that the user has read.
             */
            read_through: string;
        };
        NewReplay: {
            state?: components["schemas"]["ReplayedState"];
            /** @description Only events of this type. By default of all types. */
            type?: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description Only events written at this moment or later.
             */
            from: string;
            /**
             * Format: date-time
             * @description Only events written before this moment. By default all up to this call.
             */
            to?: string;
            /**
             * @description How many events are sent in a second at most.
             * @default 5
             */
            rate_per_second: number;
        };
        ReplayCount: {
            /** @description Events that fit. */
            events: number;
            /** @description False if a part of the log was left: there may be more. */
            is_complete: boolean;
        };
        /**
         * @description The state that the events have when the replay comes to them. By default `failed`.
         * @enum {string}
         */
        ReplayedState: "failed" | "delivered";
        Replay: {
            /** @description The replay, `rpl_<id>`. */
            replay_id: string;
            agent_id: string;
            /**
             * @description `queued`: an earlier replay of the agent is under way. `finished`: it is known of every event what became of it.
             * @enum {string}
             */
            state: "queued" | "running" | "finished" | "cancelled";
            filter: {
                state: components["schemas"]["ReplayedState"];
                /** @description Null for all types. */
                type: components["schemas"]["EventType"] | null;
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            rate_per_second: number;
            /** @description Which part of the agent's log in this time it has gone through. Nothing is counted before. */
            progress_percent: number;
            /**
             * @description Why it sends nothing at this moment: nothing can reach the agent; as many of its own events as it may have are on their way; or other events of the agent are, which come first.
             * @enum {string|null}
             */
            waits_for: "agent" | "own_events" | "other_events" | null;
            /** @description Events that it has sent on their way again. */
            redelivered: number;
            /** @description Of these, those that are still on their way. */
            under_way: number;
            /** @description Of these, those that the agent has received. */
            delivered: number;
            /** @description Of these, those that have failed again. */
            failed: number;
            /** @description Of these, those that wait for a poll or a connection, because nothing reached the agent. */
            waiting: number;
            /** @description Events that it did not send because their run is finished or they were on their way already. */
            skipped: number;
            /**
             * @description Events of the time, of any state, that were removed before it came to them, as far as it has met them. Among these are events that it has sent and that were removed before it knew what
             *     became of them.
             */
            removed: number;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it finished or was cancelled.
             */
            ended_at: string | null;
        };
        ScheduleDraft: {
            /** @description A cron expression of five fields. */
            schedule: string;
            timezone?: components["schemas"]["TaskTimezone"];
        };
        SchedulePreview: {
            next_runs_at: string[];
        };
        /** @enum {string} */
        SearchKind: "message" | "report" | "run" | "decision" | "task";
        SearchHit: {
            /** @description For the cursor: the message or the task. */
            entry_id: string;
            kind: components["schemas"]["SearchKind"];
            /** @description The message, the run, the decision or the task. */
            id: string;
            agent_id: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            at: string;
            /** @description Where it stands in the chat; null of a task. */
            conversation_id: string | null;
            /** @description The message that shows it; null of a task. */
            message_id: string | null;
            /** @enum {string|null} */
            sender: "agent" | "human" | null;
            sender_name: string | null;
            /** @description The title of a report or a request, or the name of a task. */
            title: components["schemas"]["ExcerptPart"][] | null;
            /**
             * @description The part of the text around the first match, at most 240 characters; empty without a text. It is the beginning of the text if the hits
             *     before it on the page have long texts.
             */
            excerpt: components["schemas"]["ExcerptPart"][];
        };
        ExcerptPart: {
            /** @description Plain text. It is no markup. */
            text: string;
            /** @description Whether it is what was searched for. */
            is_match: boolean;
        };
        /**
         * @description `github`: `X-Hub-Signature-256`. `stripe`: `Stripe-Signature`. `slack`: `X-Slack-Signature`. `standard_webhooks`: `webhook-signature`. `shared_header`: the
         *     secret itself, in a header of the sender's choice.
         * @enum {string}
         */
        SenderScheme: "github" | "stripe" | "slack" | "standard_webhooks" | "shared_header";
        /** @description The name of a header, in any case. Only of `shared_header`. */
        SenderHeader: string | null;
        NewTriggerSender: {
            scheme: components["schemas"]["SenderScheme"];
            /** @description The secrets as the provider shows them, any of which proves. Printable ASCII. For `standard_webhooks` base64, with `whsec_` before it or without. */
            secrets: string[];
            header?: components["schemas"]["SenderHeader"];
            delivery_id_header?: components["schemas"]["SenderHeader"];
            /**
             * @description How long the secrets that were there go on proving, if the scheme stays. Not at all unless given. At most eight prove at once.
             * @default 0
             */
            grace_period_seconds: number;
        };
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
        SigningSecretRotation: {
            /**
             * @description How long the former secret signs as well; 0 for not at all. A day unless given.
             * @default 86400
             */
            grace_period_seconds: number;
        };
        RotatedSigningSecret: {
            agent_id: string;
            /**
             * @description Shown this once. The key of `X-Svc-Signature` is this text. Libraries of Standard Webhooks take it as it is; for them the key is what
             *     the base64 behind `whsec_` says.
             */
            signing_secret: string;
            /**
             * Format: date-time
             * @description Until when deliveries carry the former signature as well; null if it ended at once.
             */
            previous_signature_until: string | null;
        };
        NewDeviceLogin: {
            /** @description What the person reads, and the name of the key. */
            client_name: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            /** @description How long the key is to last. 90 days unless given. */
            expires_in_seconds?: number;
        };
        DeviceCodes: {
            /** @description For the program alone. */
            device_code: string;
            /** @description For the person to type. */
            user_code: string;
            /**
             * Format: uri
             * @description The page where the person types it.
             */
            verification_uri: string;
            /**
             * Format: uri
             * @description The same with the code in it.
             */
            verification_uri_complete: string;
            /** @description How long both codes last, in seconds. */
            expires_in: number;
            /** @description How long the program waits between its questions, in seconds. */
            interval: number;
        };
        DeviceCodeExchange: {
            /** @enum {string} */
            grant_type: "urn:ietf:params:oauth:grant-type:device_code";
            device_code: string;
        };
        GrantedKey: {
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            /** @description What the person has granted. */
            scope: string;
            /** @description In seconds. */
            expires_in: number;
            /** @description The key, `pat_<id>`. */
            key_id: string;
            user: {
                user_id: string;
                name: string;
                email: string;
            };
        };
        DeviceLoginError: {
            /**
             * @description As RFC 8628, section 3.5, has them.
             * @enum {string}
             */
            error?: "authorization_pending" | "slow_down" | "access_denied" | "expired_token";
            detail: string;
        };
        DeviceUserCode: {
            /** @description In capitals or not, with its dash or without. */
            user_code: string;
        };
        DeviceLogin: {
            client_name: string;
            /** @description From where the program has asked; as much of it as is kept. */
            address: string | null;
            scopes: components["schemas"]["ApiKeyScopes"];
            expires_in_seconds: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        DeviceLoginAnswer: {
            user_code: string;
            approved: boolean;
            scopes?: components["schemas"]["ApiKeyScopes"];
            expires_in_seconds?: number;
        };
        Caller: {
            user_id: string;
            name: string;
            email: string;
            /** @description Null for a session. */
            api_key: null | {
                key_id: string;
                name: string;
                scopes: components["schemas"]["ApiKeyScopes"];
                /** Format: date-time */
                expires_at: string;
            };
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
            /** @enum {string} */
            status: "queued" | "pong";
        } | {
            /** @description What Slack has sent. */
            challenge: string;
        };
        /** @description A request or a notification of JSON-RPC 2.0, as the Model Context Protocol has them. */
        McpMessage: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description Comes back with the answer. Absent from a notification. */
            id?: string | number;
            method?: string;
            params?: Record<string, never>;
        };
        McpAnswer: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description That of the request; null or absent if it could not be read. */
            id?: string | number | null;
            result?: Record<string, never>;
            error?: {
                code: number;
                message: string;
            };
        } & {
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
        MessageStream: {
            /** @description The id that the message has when it is stored. */
            message_id: string;
            agent_id: string;
            /**
             * @description `cut`: it broke off, and no more of it comes.
             * @enum {string}
             */
            state: "writing" | "cut";
            /** @description The text so far. Markdown. */
            text: string;
            /** Format: date-time */
            started_at: string;
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
        StartedRun: {
            /** @description The run, `run_<id>`. */
            run_id: string;
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
        RunsInProgress: {
            /** @description The conversation that the bubbles of those runs will come to that have none of their own; null if there is none yet, or no such run. */
            conversation_id: string | null;
            runs: components["schemas"]["RunInProgress"][];
        };
        RunInProgress: {
            /** @description The run, `run_<id>`. */
            id: string;
            /** @description The task; null once it was deleted. */
            task_id: string | null;
            task_name: string | null;
            /** @description The agent that works on it, `agt_<id>`. */
            agent_id: string;
            /** @description Where its messages and its bubble go; only once a message or a request of the run has come to it. */
            conversation_id?: string;
            origin: components["schemas"]["RunOrigin"];
            /** Format: date-time */
            scheduled_for: string | null;
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
        ClientRun: {
            /** @description The run, `run_<id>`. */
            id: string;
            /** @description The task; null once it was deleted. */
            task_id: string | null;
            /** @description The agent that works on it, `agt_<id>`. */
            agent_id: string;
            origin: components["schemas"]["RunOrigin"];
            /**
             * Format: date-time
             * @description The occurrence of the schedule that the run is for.
             */
            scheduled_for: string | null;
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
        ClientRunDetails: {
            /** @description The run, `run_<id>`. */
            id: string;
            /** @description The task; null once it was deleted. */
            task_id: string | null;
            /** @description Null once the task was deleted. */
            task_name: string | null;
            /** @description The agent that works on it, `agt_<id>`. */
            agent_id: string;
            /** @description Where its messages and its bubble go; only once a message or a request of the run has come to it. */
            conversation_id?: string;
            origin: components["schemas"]["RunOrigin"];
            /**
             * Format: date-time
             * @description The occurrence of the schedule that the run is for.
             */
            scheduled_for: string | null;
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
            /** @description The event that offers the run to its agent; null if the agent began it. It may have been removed since. */
            event_id: string | null;
            /** @description The scratchpad; empty once the run is finished. */
            context: components["schemas"]["ContextBlock"][];
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
         * @description What the run was created by.
         * @enum {string}
         */
        RunOrigin: "schedule" | "trigger" | "manual";
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
            backoff_seconds: number;
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
        /** @description The decision. */
        ClientDecision: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientDecision"];
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
        /** @description Decisions, newest first; an empty list after the last page. */
        ClientDecisionList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
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
                 *         "note": null,
                 *         "always_allow": false,
                 *         "always_allow_pattern": null,
                 *         "resolution_reason": "user",
                 *         "created_at": "2026-03-02T09:30:00.000Z",
                 *         "expires_at": "2026-03-02T10:30:00.000Z",
                 *         "resolved_at": "2026-03-02T09:31:00.000Z",
                 *         "answer_schema": {
                 *           "type": "object",
                 *           "properties": {
                 *             "amount": {
                 *               "type": "number",
                 *               "title": "Amount in euros",
                 *               "minimum": 1,
                 *               "maximum": 5000
                 *             },
                 *             "valid_until": {
                 *               "type": "string",
                 *               "title": "Valid until",
                 *               "format": "date"
                 *             },
                 *             "tone": {
                 *               "type": "string",
                 *               "title": "Tone",
                 *               "enum": [
                 *                 "formal",
                 *                 "friendly"
                 *               ],
                 *               "default": "friendly"
                 *             },
                 *             "with_terms": {
                 *               "type": "boolean",
                 *               "title": "Attach our terms"
                 *             }
                 *           },
                 *           "required": [
                 *             "amount",
                 *             "tone"
                 *           ]
                 *         },
                 *         "proposed": {
                 *           "amount": 1200,
                 *           "with_terms": true
                 *         },
                 *         "answer": {
                 *           "amount": 1150,
                 *           "valid_until": "2026-03-31",
                 *           "tone": "friendly",
                 *           "with_terms": true
                 *         },
                 *         "resolved_by": {
                 *           "kind": "user",
                 *           "key_id": "pat_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                 *           "key_name": "Offers at night"
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ClientDecision"][];
            };
        };
        /** @description The decision with its answer. */
        ResolvedDecision: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientDecision"];
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
                 *       "status_reason": null,
                 *       "webhook_url": null,
                 *       "push_triggers_to_webhook": false,
                 *       "features": [],
                 *       "online": true,
                 *       "connections": 1,
                 *       "last_polled_at": null,
                 *       "consecutive_failures": 0,
                 *       "created_at": "2026-03-01T08:00:00.000Z",
                 *       "own_signing_secret": false,
                 *       "previous_signature_until": null,
                 *       "webhook_breaker": null
                 *     }
                 */
                "application/json": components["schemas"]["Agent"];
            };
        };
        /** @description The agents. */
        AgentList: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example [
                 *       {
                 *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                 *         "agent_name": "Mailbox",
                 *         "kind": "interactive",
                 *         "status": "active",
                 *         "status_reason": null,
                 *         "webhook_url": null,
                 *         "push_triggers_to_webhook": false,
                 *         "features": [],
                 *         "online": true,
                 *         "connections": 1,
                 *         "last_polled_at": null,
                 *         "consecutive_failures": 0,
                 *         "created_at": "2026-03-01T08:00:00.000Z",
                 *         "own_signing_secret": false,
                 *         "previous_signature_until": null,
                 *         "webhook_breaker": null
                 *       },
                 *       {
                 *         "agent_id": "agt_019a1f0c6b7f4d2f8a3b5c6d7e8f9a0c",
                 *         "agent_name": "Gatekeeper",
                 *         "kind": "approval-only",
                 *         "status": "error",
                 *         "status_reason": "148 webhook deliveries in a row failed",
                 *         "webhook_url": "https://gatekeeper.example.com/events",
                 *         "push_triggers_to_webhook": false,
                 *         "features": [],
                 *         "online": false,
                 *         "connections": 0,
                 *         "last_polled_at": "2026-03-02T09:14:57.000Z",
                 *         "consecutive_failures": 148,
                 *         "created_at": "2026-03-01T08:10:00.000Z",
                 *         "own_signing_secret": false,
                 *         "previous_signature_until": null,
                 *         "webhook_breaker": {
                 *           "opened_at": "2026-03-02T09:12:00.000Z",
                 *           "attempts": 164,
                 *           "failures": 160,
                 *           "probes": 2,
                 *           "next_probe_at": "2026-03-02T09:15:30.000Z",
                 *           "held_events": 37
                 *         }
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["Agent"][];
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
        /** @description Credentials are missing, unknown or wrong; one answer for all cases. Only who shows the whole of an API key learns that it has ended. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
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
        /** @description The API key is valid, but its scopes do not open this call, or no key does. */
        ApiKeyScopeMissing: {
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
        /** @description A write with a session cookie came from another site's page; or the scopes of the API key do not open this call, or no key does. */
        CrossSiteRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The agent is approval-only; a write with a session cookie came from another site's page; or the scopes of the API key do not open this call. */
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
        /** @description Too many calls or bytes came for the trigger or from the address, or too many triggers of the task or of its agent are waiting. Nothing was started. */
        TooManyTriggers: {
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
         * @description The event; the same for all its attempts. Deduplicate on it.
         * @example evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d
         */
        DeliveryEventId: string;
        /**
         * @description Its number among the agent's events, from 1. A test of the webhook has none.
         * @example 17
         */
        DeliveryEventSeq: number;
        /**
         * @description When it was written. A test of the webhook has none.
         * @example 2026-03-02T09:29:59.000Z
         */
        DeliveryEventCreatedAt: string;
        /**
         * @description The attempt; new each time.
         * @example dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e
         */
        DeliveryId: string;
        /**
         * @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock.
         * @example 1772443800
         */
        DeliveryTimestamp: number;
        /**
         * @description 0 for the first attempt, 1 to 3 for the retries.
         * @example 0
         */
        DeliveryRetryNum: number;
        /**
         * @description Why the attempt is made.
         * @example first_attempt
         */
        DeliveryRetryReason: components["schemas"]["RetryReason"];
        /**
         * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's signing secret, or with its secret where it has none, over the bytes of the `X-Svc-Timestamp` value, a dot and the
         *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
         *     `webhook-signature`) are sent as well.
         * @example sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f
         */
        DeliverySignature: string;
        /**
         * @description Only during the grace of a rotated signing secret: the same signature, by the secret that signed before. A receiver that knows only that
         *     secret compares this header.
         * @example sha256=0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6
         */
        DeliveryPreviousSignature: string;
        /**
         * @description What a file of any kind is called. A path, control characters and marks that turn the direction of text are taken from it, and what is beyond 255 bytes.
         *     Without `name` the file has to be a picture or a recording.
         * @example report.pdf
         */
        FileName: string;
        /**
         * @description The agent, `agt_<id>`.
         * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
         */
        AgentIdPath: string;
        /**
         * @description The API key, `pat_<id>`.
         * @example pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d
         */
        ApiKeyIdPath: string;
        /**
         * @description The key, `key_<id>`.
         * @example key_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d
         */
        KeyIdPath: string;
        /**
         * @description The conversation, `conv_<id>`.
         * @example conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e
         */
        ConversationIdPath: string;
        /**
         * @description The message, `msg_<id>`.
         * @example msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d
         */
        MessageIdPath: string;
        /**
         * @description The event, `evt_<id>`.
         * @example evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d
         */
        EventIdPath: string;
        /**
         * @description The replay, `rpl_<id>`.
         * @example rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f
         */
        ReplayIdPath: string;
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
        /** @description The `agent_id` of the last agent of the page before. It may have been deleted since. */
        AgentCursor: string;
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
        /** @description The `id` of the last run of the page before. It may have been removed since. */
        RunCursor: string;
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
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Only actions of this area, which is the part of an action before its dot. */
                area?: components["schemas"]["AuditArea"];
                /** @description Only what programs have done by this API key, which may have ended. */
                key_id?: string;
                /** @description How many items at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `audit_id` of the last entry of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Entries, newest first; an empty list after the last page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "audit_id": "aud_019a1f0c6b7f3c2b1a0f9e8d7c6b5a51",
                     *         "action": "task.changed",
                     *         "outcome": "done",
                     *         "actor": "user",
                     *         "actor_id": "Zk3vQ0c1mUe8YtXr5bN2sWaH7gLdPfJo",
                     *         "subject_id": "tsk_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0c",
                     *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *         "address": "192.0.2.7",
                     *         "key_id": "pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                     *         "key_name": "Nightly backup",
                     *         "details": {
                     *           "name": "Morning report",
                     *           "fields": [
                     *             "schedule"
                     *           ]
                     *         },
                     *         "created_at": "2026-03-02T09:32:00.000Z"
                     *       },
                     *       {
                     *         "audit_id": "aud_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                     *         "action": "agent.secret_rotated",
                     *         "outcome": "done",
                     *         "actor": "user",
                     *         "actor_id": "Zk3vQ0c1mUe8YtXr5bN2sWaH7gLdPfJo",
                     *         "subject_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *         "address": "192.0.2.7",
                     *         "key_id": null,
                     *         "key_name": null,
                     *         "details": {
                     *           "name": "Mailbox",
                     *           "grace_period_seconds": 3600
                     *         },
                     *         "created_at": "2026-03-02T09:31:00.000Z"
                     *       },
                     *       {
                     *         "audit_id": "aud_019a1f0c6b7d4c2b1a0f9e8d7c6b5a50",
                     *         "action": "agent.key_made",
                     *         "outcome": "done",
                     *         "actor": "user",
                     *         "actor_id": "Zk3vQ0c1mUe8YtXr5bN2sWaH7gLdPfJo",
                     *         "subject_id": "key_019a1f0c6b7d4d2f8a3b5c6d7e8f9a0b",
                     *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *         "address": "192.0.2.7",
                     *         "key_id": null,
                     *         "key_name": null,
                     *         "details": {
                     *           "name": "Mailbox",
                     *           "key": "Nightly backup",
                     *           "scopes": [
                     *             "tasks",
                     *             "read"
                     *           ],
                     *           "expires_in_seconds": null
                     *         },
                     *         "created_at": "2026-03-02T09:30:40.000Z"
                     *       },
                     *       {
                     *         "audit_id": "aud_019a1f0c6b7d3c2b1a0f9e8d7c6b5a4e",
                     *         "action": "session.signed_in",
                     *         "outcome": "refused",
                     *         "actor": "user",
                     *         "actor_id": null,
                     *         "subject_id": null,
                     *         "agent_id": null,
                     *         "address": "198.51.100.23",
                     *         "key_id": null,
                     *         "key_name": null,
                     *         "details": {},
                     *         "created_at": "2026-03-02T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditEntry"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccountQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quotas, always in the same order. Expect new ones. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "quota": "agents_per_user",
                     *         "used": 3,
                     *         "allowed": 1000
                     *       },
                     *       {
                     *         "quota": "conversations_per_user",
                     *         "used": 17,
                     *         "allowed": 100000
                     *       },
                     *       {
                     *         "quota": "rules_per_user",
                     *         "used": 2,
                     *         "allowed": null
                     *       },
                     *       {
                     *         "quota": "media_bytes_per_user",
                     *         "used": 73400320,
                     *         "allowed": 5368709120
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AccountQuota"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All kinds, always in the same order. Expect new ones. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "kept": "messages",
                     *         "days": 365
                     *       },
                     *       {
                     *         "kept": "files",
                     *         "days": 90
                     *       },
                     *       {
                     *         "kept": "runs",
                     *         "days": null
                     *       },
                     *       {
                     *         "kept": "events",
                     *         "days": 30
                     *       },
                     *       {
                     *         "kept": "attempts",
                     *         "days": 7
                     *       },
                     *       {
                     *         "kept": "audit_entries",
                     *         "days": 365
                     *       },
                     *       {
                     *         "kept": "audit_addresses",
                     *         "days": 90
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Retention"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAgentKeys: {
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
            /** @description The keys, at most 40. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "key_id": "key_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                     *         "name": "Mail server",
                     *         "scopes": [
                     *           "messages",
                     *           "events"
                     *         ],
                     *         "state": "active",
                     *         "created_at": "2026-03-01T08:00:00.000Z",
                     *         "expires_at": "2026-05-30T08:00:00.000Z",
                     *         "revoked_at": null,
                     *         "last_used_at": "2026-03-02T09:30:00.000Z",
                     *         "online": true
                     *       },
                     *       {
                     *         "key_id": "key_019a1f0c6b7d5a4b3c2d1e0f9a8b7c6c",
                     *         "name": "Report on Mondays",
                     *         "scopes": [
                     *           "read"
                     *         ],
                     *         "state": "revoked",
                     *         "created_at": "2026-02-01T08:00:00.000Z",
                     *         "expires_at": null,
                     *         "revoked_at": "2026-02-20T12:00:00.000Z",
                     *         "last_used_at": null,
                     *         "online": false
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AgentKey"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgentKey: {
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
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAgentKey"];
            };
        };
        responses: {
            /** @description The key, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key_id": "key_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                     *       "name": "Mail server",
                     *       "scopes": [
                     *         "messages",
                     *         "events"
                     *       ],
                     *       "state": "active",
                     *       "created_at": "2026-03-01T08:00:00.000Z",
                     *       "expires_at": "2026-05-30T08:00:00.000Z",
                     *       "revoked_at": null,
                     *       "last_used_at": null,
                     *       "online": false,
                     *       "secret": "svc_key_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d_0123456789abcdef0123456789abcdef01234567"
                     *     }
                     */
                    "application/json": components["schemas"]["AgentKeyWithSecret"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
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
    revokeAgentKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
                /**
                 * @description The key, `key_<id>`.
                 * @example key_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d
                 */
                key_id: components["parameters"]["KeyIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key opens nothing any more. */
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
    listAgents: {
        parameters: {
            query?: {
                /** @description How many items at most. Without it all are answered, which a quota bounds. */
                limit?: components["parameters"]["WholeLimit"];
                /** @description The `agent_id` of the last agent of the page before. It may have been deleted since. */
                cursor?: components["parameters"]["AgentCursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AgentList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgent: {
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
                     *       "status_reason": null,
                     *       "webhook_url": "https://agent.example.com/events",
                     *       "push_triggers_to_webhook": false,
                     *       "features": [],
                     *       "online": false,
                     *       "connections": 0,
                     *       "last_polled_at": null,
                     *       "consecutive_failures": 0,
                     *       "created_at": "2026-03-01T08:00:00.000Z",
                     *       "own_signing_secret": false,
                     *       "previous_signature_until": null,
                     *       "webhook_breaker": null,
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
            429: components["responses"]["QuotaExceeded"];
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
            403: components["responses"]["ApiKeyScopeMissing"];
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
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys, at most 40. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "key_id": "pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                     *         "name": "Nightly backup",
                     *         "scopes": [
                     *           "read"
                     *         ],
                     *         "state": "active",
                     *         "created_at": "2026-03-01T08:00:00.000Z",
                     *         "expires_at": "2026-05-30T08:00:00.000Z",
                     *         "revoked_at": null,
                     *         "last_used_at": "2026-03-02T02:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
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
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The key, shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key_id": "pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                     *       "name": "Nightly backup",
                     *       "scopes": [
                     *         "read"
                     *       ],
                     *       "state": "active",
                     *       "created_at": "2026-03-01T08:00:00.000Z",
                     *       "expires_at": "2026-05-30T08:00:00.000Z",
                     *       "revoked_at": null,
                     *       "last_used_at": null,
                     *       "secret": "svc_pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d_0123456789abcdef0123456789abcdef01234567"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
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
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API key, `pat_<id>`.
                 * @example pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d
                 */
                key_id: components["parameters"]["ApiKeyIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key opens nothing any more. */
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
    sendUserMessage: {
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
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description Only conversations with this agent. */
                agent_id?: string;
                /** @description Those that are not put away, which are pinned ones as well; or only those that are put away; or only those that are pinned. */
                show?: "active" | "archived" | "pinned";
                /** @description How many conversations at most. */
                limit?: number;
                /**
                 * @description `last_message_at` and `id` of the last conversation of the page before, with a comma between them; without the first if it is null. The conversation may have been
                 *     deleted since, or have got a message.
                 * @example 2026-03-02T09:30:00.000Z,conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e
                 */
                cursor?: string;
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
                     *         "last_message_text": "What is on today?",
                     *         "title": "Plans",
                     *         "titled_by": "user",
                     *         "pinned": true,
                     *         "archived": false,
                     *         "unread_count": 0,
                     *         "read_through": "2026-03-02T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Conversation"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message, `msg_<id>`.
                 * @example msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d
                 */
                message_id: components["parameters"]["MessageIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is gone. */
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
    pressQuickReply: {
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
                 * @description The message, `msg_<id>`.
                 * @example msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d
                 */
                message_id: components["parameters"]["MessageIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "index": 0
                 *     }
                 */
                "application/json": components["schemas"]["QuickReplyPress"];
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
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
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
    getConversation: {
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
        requestBody?: never;
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "last_message_at": "2026-03-02T09:30:00.000Z",
                     *       "last_message_text": "Three mails need an answer.",
                     *       "title": "Mails of the week",
                     *       "titled_by": "user",
                     *       "pinned": true,
                     *       "archived": false,
                     *       "unread_count": 2,
                     *       "read_through": "2026-03-02T09:29:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteConversation: {
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
        requestBody?: never;
        responses: {
            /** @description The conversation is deleted, and is being removed. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "erasure_id": "ers_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                     *       "status": "running",
                     *       "remaining": {
                     *         "agents": 0,
                     *         "messages": 4500,
                     *         "files": 12
                     *       },
                     *       "requested_at": "2026-03-02T09:31:00.000Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
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
    updateConversation: {
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
                "application/json": components["schemas"]["ConversationChanges"];
            };
        };
        responses: {
            /** @description The conversation as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "last_message_at": "2026-03-02T09:30:00.000Z",
                     *       "last_message_text": "Three mails need an answer.",
                     *       "title": "Mails of the week",
                     *       "titled_by": "user",
                     *       "pinned": true,
                     *       "archived": false,
                     *       "unread_count": 2,
                     *       "read_through": "2026-03-02T09:29:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
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
                     *         "id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                     *         "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *         "sender": "agent",
                     *         "sender_name": "Mailbox",
                     *         "kind": "report",
                     *         "text": "## Sales",
                     *         "image_urls": [],
                     *         "audio_url": null,
                     *         "report_title": "Weekly report",
                     *         "report_description": "Week 9",
                     *         "task_run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *         "decision_id": null,
                     *         "created_at": "2026-03-02T09:30:05.000Z"
                     *       },
                     *       {
                     *         "id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                     *         "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *         "sender": "human",
                     *         "sender_name": "Ada",
                     *         "kind": "text",
                     *         "text": "What is on today?",
                     *         "image_urls": [],
                     *         "audio_url": null,
                     *         "report_title": null,
                     *         "report_description": null,
                     *         "task_run_id": null,
                     *         "decision_id": null,
                     *         "created_at": "2026-03-02T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConversationMessage"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDecisions: {
        parameters: {
            query?: {
                /** @description Only decisions with this status. */
                status?: components["parameters"]["DecisionStatusQuery"];
                /** @description Only decisions of this agent. */
                agent_id?: string;
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
            200: components["responses"]["ClientDecisionList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDecision: {
        parameters: {
            query?: never;
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
            200: components["responses"]["ClientDecision"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveDecision: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionResolution"];
            };
        };
        responses: {
            200: components["responses"]["ResolvedDecision"];
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
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
    listDecisionRules: {
        parameters: {
            query?: {
                /** @description Only rules for this agent. */
                agent_id?: string;
                /** @description How many items at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `rule_id` of the last rule of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rules, newest first; an empty list after the last page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "rule_id": "rul_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                     *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *         "pattern": "mail.send:*@example.com",
                     *         "created_at": "2026-03-02T09:31:00.000Z",
                     *         "expires_at": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DecisionRule"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeDecisionRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The rule, `rul_<id>`.
                 * @example rul_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f
                 */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is gone. */
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
    previewDecisionRule: {
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
                 *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                 *       "pattern": "mail.send:*@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["DecisionRuleDraft"];
            };
        };
        responses: {
            /** @description How many requests the pattern covers, and the newest of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "examined": 12,
                     *       "is_broad": false,
                     *       "samples": [
                     *         {
                     *           "decision_id": "dec_019a1f0c6b7e5f4a3b2c1d0e9f8a7b6c",
                     *           "title": "Send the offer to Ada?",
                     *           "action": "mail.send:ada@example.com",
                     *           "status": "approved",
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DecisionRulePreview"];
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
    redeliverFailedEvents: {
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
                 *       "since": "2026-03-02T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["FailedSince"];
            };
        };
        responses: {
            /** @description The events are on their way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redelivered": 17,
                     *       "more": false
                     *     }
                     */
                    "application/json": components["schemas"]["Redeliveries"];
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
    testAgentWebhook: {
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
                 *       "webhook_url": "https://agent.example.com/events"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description What came of the request, also where it failed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestResult"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
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
    probeAgentWebhook: {
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
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The probe is due, or there is none. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agent_id": "agt_019a1f0c6b7f4d2f8a3b5c6d7e8f9a0c",
                     *       "is_due": true
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookProbe"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseAccount: {
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
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["AccountErasure"];
            };
        };
        responses: {
            /** @description The account is closed. Its id is the only way to ask how far the erasure is. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "erasure_id": "ers_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                     *       "status": "running",
                     *       "remaining": {
                     *         "agents": 2,
                     *         "messages": 0,
                     *         "files": 40
                     *       },
                     *       "requested_at": "2026-03-02T09:31:00.000Z",
                     *       "finished_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
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
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The erasure, `ers_<id>`.
                 * @example ers_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f
                 */
                erasure_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The erasure. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "erasure_id": "ers_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                     *       "status": "finished",
                     *       "remaining": {
                     *         "agents": 0,
                     *         "messages": 0,
                     *         "files": 0
                     *       },
                     *       "requested_at": "2026-03-02T09:31:00.000Z",
                     *       "finished_at": "2026-03-02T09:31:12.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            404: components["responses"]["NotFound"];
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
                /** @description The `event_id` of the last event of the page before. It may have been removed since. */
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
                     *         "event_id": "evt_019a1f0c6b7f1a2b3c4d5e6f7a8b9c0e",
                     *         "type": "user_message",
                     *         "state": "pending",
                     *         "channel": null,
                     *         "drop_reason": null,
                     *         "message_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                     *         "task_id": null,
                     *         "run_id": null,
                     *         "decision_id": null,
                     *         "created_at": "2026-03-02T09:30:00.000Z",
                     *         "delivered_at": null,
                     *         "next_attempt_at": "2026-03-02T09:30:30.051Z",
                     *         "attempts": [
                     *           {
                     *             "delivery_id": "dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e",
                     *             "retry_num": 0,
                     *             "retry_reason": "first_attempt",
                     *             "status_code": 500,
                     *             "error": "Answered 500",
                     *             "duration_ms": 41,
                     *             "started_at": "2026-03-02T09:30:00.010Z"
                     *           }
                     *         ],
                     *         "subject": "How many mails are there?"
                     *       },
                     *       {
                     *         "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                     *         "type": "task_due",
                     *         "state": "delivered",
                     *         "channel": "websocket",
                     *         "drop_reason": null,
                     *         "message_id": null,
                     *         "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                     *         "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *         "decision_id": null,
                     *         "created_at": "2026-03-02T09:00:00.000Z",
                     *         "delivered_at": "2026-03-02T09:00:00.015Z",
                     *         "next_attempt_at": null,
                     *         "attempts": [],
                     *         "subject": "Morning mail"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Event"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAgentEventFrame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
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
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "evt_019a1f0c6b7f1a2b3c4d5e6f7a8b9c0e",
                     *       "event": {
                     *         "type": "user_message",
                     *         "text": "How many mails are there?",
                     *         "sender_name": "Ada",
                     *         "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *         "message_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EventFrame"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverEvent: {
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
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exports. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "export_id": "exp_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                     *         "state": "ready",
                     *         "lines": 1840,
                     *         "byte_length": 120348,
                     *         "requested_at": "2026-03-02T09:31:00.000Z",
                     *         "expires_at": "2026-03-03T09:31:04.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AccountExport"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestExport: {
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
        requestBody?: never;
        responses: {
            /** @description It will be made. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "export_id": "exp_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                     *       "state": "pending",
                     *       "lines": 0,
                     *       "byte_length": 0,
                     *       "requested_at": "2026-03-02T09:31:00.000Z",
                     *       "expires_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["AccountExport"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
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
    getExportFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The export, `exp_<id>`.
                 * @example exp_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f
                 */
                export_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description How many invitations at most. */
                limit?: number;
                /** @description The `invitation_id` of the last invitation of the page before, which may have been revoked since. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations, without their links; none after the last page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "may_invite": true,
                     *       "invitations": [
                     *         {
                     *           "invitation_id": "inv_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                     *           "note": "Grace",
                     *           "created_at": "2026-03-02T09:30:00.000Z",
                     *           "expires_at": "2026-03-09T09:30:00.000Z",
                     *           "used_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvitation: {
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
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Grace",
                 *       "expires_in_seconds": 604800
                 *     }
                 */
                "application/json": components["schemas"]["InvitationDraft"];
            };
        };
        responses: {
            /** @description The invitation, with its link. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitation_id": "inv_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f",
                     *       "note": "Grace",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-09T09:30:00.000Z",
                     *       "used_at": null,
                     *       "link": "https://agents.example.com/sign-up#invitation=4f1c2a9b8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3"
                     *     }
                     */
                    "application/json": components["schemas"]["NewInvitation"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            /** @description The operator has turned invitations off, or a write with a session cookie came from another site's page. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Invitations are turned off"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            408: components["responses"]["RequestTimeout"];
            /** @description Sign-up is open, so nobody needs an invitation; or the user has as many open invitations as a user may have. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "A user has at most 10 open invitations"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The invitation, `inv_<id>`.
                 * @example inv_019a1f0c6b7e3c2b1a0f9e8d7c6b5a4f
                 */
                invitation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            /** @description Somebody has used the invitation, or uses it at this moment. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The invitation was used"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    readConversation: {
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
                 *       "read_through": "2026-03-02T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Reading"];
            };
        };
        responses: {
            /** @description The conversation as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "last_message_at": "2026-03-02T09:30:00.000Z",
                     *       "last_message_text": "Three mails need an answer.",
                     *       "title": "Mails",
                     *       "titled_by": "agent",
                     *       "pinned": false,
                     *       "archived": false,
                     *       "unread_count": 0,
                     *       "read_through": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Conversation"];
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
    markConversationUnread: {
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
                 * @description The conversation, `conv_<id>`.
                 * @example conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e
                 */
                conversation_id: components["parameters"]["ConversationIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "last_message_at": "2026-03-02T09:30:00.000Z",
                     *       "last_message_text": "Three mails need an answer.",
                     *       "title": "Mails",
                     *       "titled_by": "agent",
                     *       "pinned": false,
                     *       "archived": false,
                     *       "unread_count": 1,
                     *       "read_through": "2026-03-02T09:29:59.999Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReplays: {
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
            /** @description The replays. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "replay_id": "rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f",
                     *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *         "state": "running",
                     *         "filter": {
                     *           "state": "failed",
                     *           "type": "user_message",
                     *           "from": "2026-03-01T00:00:00.000Z",
                     *           "to": "2026-03-02T00:00:00.000Z"
                     *         },
                     *         "rate_per_second": 10,
                     *         "progress_percent": 62,
                     *         "waits_for": null,
                     *         "redelivered": 310,
                     *         "under_way": 12,
                     *         "delivered": 290,
                     *         "failed": 8,
                     *         "waiting": 0,
                     *         "skipped": 3,
                     *         "removed": 0,
                     *         "created_at": "2026-03-02T09:30:00.000Z",
                     *         "ended_at": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Replay"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startReplay: {
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
                 *       "type": "user_message",
                 *       "from": "2026-03-01T00:00:00Z",
                 *       "to": "2026-03-02T00:00:00Z",
                 *       "rate_per_second": 10
                 *     }
                 */
                "application/json": components["schemas"]["NewReplay"];
            };
        };
        responses: {
            /** @description It is under way, or waits for another one of the agent. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replay_id": "rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "state": "running",
                     *       "filter": {
                     *         "state": "failed",
                     *         "type": "user_message",
                     *         "from": "2026-03-01T00:00:00.000Z",
                     *         "to": "2026-03-02T00:00:00.000Z"
                     *       },
                     *       "rate_per_second": 10,
                     *       "progress_percent": 0,
                     *       "waits_for": null,
                     *       "redelivered": 0,
                     *       "under_way": 0,
                     *       "delivered": 0,
                     *       "failed": 0,
                     *       "waiting": 0,
                     *       "skipped": 0,
                     *       "removed": 0,
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "ended_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
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
    countReplay: {
        parameters: {
            query: {
                /**
                 * @description Only events written at this moment or later.
                 * @example 2026-03-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description Only events written before this moment. By default all up to this call.
                 * @example 2026-03-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description The state that the events have.
                 * @example failed
                 */
                state?: components["schemas"]["ReplayedState"];
                /**
                 * @description Only events of this type. By default of all types.
                 * @example user_message
                 */
                type?: components["schemas"]["EventType"];
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
            /** @description The count. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": 412,
                     *       "is_complete": true
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayCount"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The replay, `rpl_<id>`.
                 * @example rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f
                 */
                replay_id: components["parameters"]["ReplayIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The replay. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replay_id": "rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "state": "finished",
                     *       "filter": {
                     *         "state": "failed",
                     *         "type": null,
                     *         "from": "2026-03-01T00:00:00.000Z",
                     *         "to": "2026-03-02T00:00:00.000Z"
                     *       },
                     *       "rate_per_second": 5,
                     *       "progress_percent": 100,
                     *       "waits_for": null,
                     *       "redelivered": 480,
                     *       "under_way": 0,
                     *       "delivered": 471,
                     *       "failed": 9,
                     *       "waiting": 0,
                     *       "skipped": 3,
                     *       "removed": 0,
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "ended_at": "2026-03-02T09:31:52.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelReplay: {
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
                 * @description The replay, `rpl_<id>`.
                 * @example rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f
                 */
                replay_id: components["parameters"]["ReplayIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replay_id": "rpl_019a1f0c6b7e4c5d6e7f8a9b0c1d2e3f",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "state": "cancelled",
                     *       "filter": {
                     *         "state": "failed",
                     *         "type": "user_message",
                     *         "from": "2026-03-01T00:00:00.000Z",
                     *         "to": "2026-03-02T00:00:00.000Z"
                     *       },
                     *       "rate_per_second": 10,
                     *       "progress_percent": 62,
                     *       "waits_for": null,
                     *       "redelivered": 310,
                     *       "under_way": 12,
                     *       "delivered": 290,
                     *       "failed": 8,
                     *       "waiting": 0,
                     *       "skipped": 3,
                     *       "removed": 0,
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "ended_at": "2026-03-02T09:30:31.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewSchedule: {
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
                 *       "schedule": "0 9 * * 1-5",
                 *       "timezone": "Europe/Vienna"
                 *     }
                 */
                "application/json": components["schemas"]["ScheduleDraft"];
            };
        };
        responses: {
            /** @description The next occurrences, the first one first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "next_runs_at": [
                     *         "2026-03-02T08:00:00.000Z",
                     *         "2026-03-03T08:00:00.000Z"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SchedulePreview"];
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
    search: {
        parameters: {
            query: {
                /**
                 * @description What is searched for. At least one word, and 32 at most.
                 * @example quarterly "sales report" -draft
                 */
                q: string;
                /** @description Only this kind. */
                kind?: components["schemas"]["SearchKind"];
                /** @description Only what belongs to this agent. */
                agent_id?: string;
                /** @description How many hits at most. */
                limit?: number;
                /**
                 * @description `at` and `entry_id` of the last hit of the page before, with a comma between them.
                 * @example 2026-03-02T09:30:00.000Z,msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hits, newest first; an empty list after the last page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "entry_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                     *         "kind": "report",
                     *         "id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                     *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *         "at": "2026-03-02T09:30:05.000Z",
                     *         "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *         "message_id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                     *         "sender": "agent",
                     *         "sender_name": "Mailbox",
                     *         "title": [
                     *           {
                     *             "text": "Weekly report",
                     *             "is_match": false
                     *           }
                     *         ],
                     *         "excerpt": [
                     *           {
                     *             "text": "The ",
                     *             "is_match": false
                     *           },
                     *           {
                     *             "text": "sales report",
                     *             "is_match": true
                     *           },
                     *           {
                     *             "text": " of week 9.",
                     *             "is_match": false
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SearchHit"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setTriggerSender: {
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
                "application/json": components["schemas"]["NewTriggerSender"];
            };
        };
        responses: {
            /** @description The task, with its sender. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tsk_019a1f0c6b7e6e7f8a9b0c1d2e3f4a5b",
                     *       "name": "New issue",
                     *       "prompt": "Sort the issue.",
                     *       "schedule": "event",
                     *       "trigger_type": "event",
                     *       "timezone": "UTC",
                     *       "run_at": null,
                     *       "enabled": true,
                     *       "next_run_at": null,
                     *       "last_run_status": null,
                     *       "trigger_id": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                     *       "created_at": "2026-03-01T08:00:00.000Z",
                     *       "sender": {
                     *         "scheme": "github",
                     *         "header": null,
                     *         "delivery_id_header": null,
                     *         "secrets": 1,
                     *         "former_secrets_until": null,
                     *         "set_at": "2026-03-01T09:00:00.000Z",
                     *         "refused": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
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
    removeTriggerSender: {
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
            /** @description The URL is enough. */
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
    rotateSigningSecret: {
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
                "application/json": components["schemas"]["SigningSecretRotation"];
            };
        };
        responses: {
            /** @description The new signing secret, shown this once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "signing_secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
                     *       "previous_signature_until": "2026-03-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSigningSecret"];
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
    removeSigningSecret: {
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
            /** @description The agent's secret signs. */
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
    listAgentTasks: {
        parameters: {
            query?: {
                /** @description How many items at most. Without it all are answered, which a quota bounds. */
                limit?: components["parameters"]["WholeLimit"];
                /** @description The `id` of the last task of the page before. It may have been deleted since. */
                cursor?: components["parameters"]["TaskCursor"];
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
            200: components["responses"]["TaskList"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAgentTask: {
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
                 * @description The agent, `agt_<id>`.
                 * @example agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b
                 */
                agent_id: components["parameters"]["AgentIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTask"];
            };
        };
        responses: {
            201: components["responses"]["Task"];
            400: components["responses"]["MalformedJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MessageForbidden"];
            404: components["responses"]["NotFound"];
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
    getAgentTask: {
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAgentTask: {
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAgentTask: {
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
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
    runTaskNow: {
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
            /** @description The run is pending and its event on the way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f"
                     *     }
                     */
                    "application/json": components["schemas"]["StartedRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateTrigger: {
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
            200: components["responses"]["Task"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTaskRuns: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `id` of the last run of the page before. It may have been removed since. */
                cursor?: components["parameters"]["RunCursor"];
            };
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
            /** @description Runs, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *         "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                     *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *         "origin": "schedule",
                     *         "scheduled_for": "2026-03-02T09:00:00.000Z",
                     *         "status": "completed",
                     *         "summary": "**Three** mails answered.",
                     *         "started_at": "2026-03-02T09:00:00.120Z",
                     *         "finished_at": "2026-03-02T09:01:10.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ClientRun"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRunsInProgress: {
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
            /** @description The runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *       "runs": [
                     *         {
                     *           "id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *           "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                     *           "task_name": "Morning mail",
                     *           "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *           "origin": "schedule",
                     *           "scheduled_for": "2026-03-02T09:00:00.000Z",
                     *           "status": "running",
                     *           "summary": null,
                     *           "started_at": "2026-03-02T09:00:00.120Z",
                     *           "finished_at": null,
                     *           "progress": {
                     *             "percent": 30,
                     *             "text": "12 of 40 mails read",
                     *             "updated_at": "2026-03-02T09:00:30.000Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RunsInProgress"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTaskRun: {
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
                     *       "task_name": "Morning mail",
                     *       "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *       "origin": "schedule",
                     *       "scheduled_for": "2026-03-02T09:00:00.000Z",
                     *       "status": "running",
                     *       "summary": null,
                     *       "started_at": "2026-03-02T09:00:00.120Z",
                     *       "finished_at": null,
                     *       "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                     *       "context": [
                     *         {
                     *           "id": 1,
                     *           "text": "Mails read: 12 of 40",
                     *           "created_at": "2026-03-02T09:00:10.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ClientRunDetails"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRunMessages: {
        parameters: {
            query?: {
                /** @description How many items at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The `id` of the last message of the page before. It may have been deleted since. */
                cursor?: string;
            };
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
            /** @description Messages, newest first; an empty list after the last page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "msg_019a1f0c6b7f0a1b2c3d4e5f6a7b8c9e",
                     *         "conversation_id": "conv_019a1f0c6b7e9b8c7d6e5f4a3b2c1d0e",
                     *         "sender": "agent",
                     *         "sender_name": "Mailbox",
                     *         "kind": "text",
                     *         "text": "12 of 40 mails read",
                     *         "image_urls": [],
                     *         "audio_url": null,
                     *         "report_title": null,
                     *         "report_description": null,
                     *         "task_run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                     *         "decision_id": null,
                     *         "created_at": "2026-03-02T09:00:30.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConversationMessage"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runTaskAgain: {
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
        requestBody?: never;
        responses: {
            /** @description The new run is pending and its event on the way. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f"
                     *     }
                     */
                    "application/json": components["schemas"]["StartedRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["QuotaExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelTaskRun: {
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
        requestBody?: never;
        responses: {
            /** @description The run, cancelled. */
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
                     *       "origin": "schedule",
                     *       "scheduled_for": "2026-03-02T09:00:00.000Z",
                     *       "status": "cancelled",
                     *       "summary": null,
                     *       "started_at": "2026-03-02T09:00:00.120Z",
                     *       "finished_at": "2026-03-02T09:00:40.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ClientRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginDeviceLogin: {
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
                 *       "client_name": "svc on ada-laptop",
                 *       "scopes": [
                 *         "read",
                 *         "write"
                 *       ],
                 *       "expires_in_seconds": 7776000
                 *     }
                 */
                "application/json": components["schemas"]["NewDeviceLogin"];
            };
        };
        responses: {
            /** @description The codes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "device_code": "svc_dvl_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d_0123456789abcdef0123456789abcdef01234567",
                     *       "user_code": "WDJB-MJHT",
                     *       "verification_uri": "https://agents.example.org/device",
                     *       "verification_uri_complete": "https://agents.example.org/device?code=WDJB-MJHT",
                     *       "expires_in": 600,
                     *       "interval": 5
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceCodes"];
                };
            };
            400: components["responses"]["MalformedJson"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exchangeDeviceCode: {
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
                 *       "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                 *       "device_code": "svc_dvl_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d_0123456789abcdef0123456789abcdef01234567"
                 *     }
                 */
                "application/json": components["schemas"]["DeviceCodeExchange"];
            };
        };
        responses: {
            /** @description The key, shown this once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "svc_pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d_0123456789abcdef0123456789abcdef01234567",
                     *       "token_type": "Bearer",
                     *       "scope": "read write",
                     *       "expires_in": 7776000,
                     *       "key_id": "pat_019a1f0c6b7e5a4b3c2d1e0f9a8b7c6d",
                     *       "user": {
                     *         "user_id": "hSPkqD3vJx0c",
                     *         "name": "Ada",
                     *         "email": "ada@example.org"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GrantedKey"];
                };
            };
            /** @description There is no key yet, or there will be none; or the body is not JSON, and then without `error`. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceLoginError"];
                };
            };
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
    findDeviceLogin: {
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
                 *       "user_code": "WDJB-MJHT"
                 *     }
                 */
                "application/json": components["schemas"]["DeviceUserCode"];
            };
        };
        responses: {
            /** @description The program, as it describes itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_name": "svc on ada-laptop",
                     *       "address": "192.0.2.17",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "expires_in_seconds": 7776000,
                     *       "created_at": "2026-03-01T08:00:00.000Z",
                     *       "expires_at": "2026-03-01T08:10:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceLogin"];
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
    resolveDeviceLogin: {
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
                "application/json": components["schemas"]["DeviceLoginAnswer"];
            };
        };
        responses: {
            /** @description The program learns it with its next question. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Caller"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    fireTrigger: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A name that the caller gives to this call, such as a UUID. It stands for the payload where calls are compared.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                "Idempotency-Key"?: string;
            };
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
                /**
                 * @example {
                 *       "payload": "{\"action\":\"opened\"}"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["TriggerPayload"];
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
            /** @description The task has a sender, and the call does not prove that it comes from there. It is not said why. */
            401: {
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
            403: components["responses"]["TaskDisabled"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["InvalidRequest"];
            429: components["responses"]["TooManyTriggers"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description The answer to a request, also where the tool refuses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            /** @description A notification was taken. It is not answered. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The body is not JSON in UTF-8, or of a revision that is not known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Malformed JSON"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"] | components["schemas"]["McpAnswer"];
                };
            };
            401: components["responses"]["AgentUnauthorized"];
            403: components["responses"]["ScopeMissing"];
            /** @description The method is not known (revision 2026-07-28). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "error": {
                     *         "code": -32601,
                     *         "message": "Method not found"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["McpAnswer"];
                };
            };
            408: components["responses"]["RequestTimeout"];
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
    uploadMedia: {
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
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CrossSiteRequest"];
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
    listMessageStreams: {
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
        requestBody?: never;
        responses: {
            /** @description The messages; an empty list while nothing is being written. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "message_id": "msg_019a1f0c6b7e0a1b2c3d4e5f6a7b8c9d",
                     *         "agent_id": "agt_019a1f0c6b7e4d2f8a3b5c6d7e8f9a0b",
                     *         "state": "writing",
                     *         "text": "Good morning. **Three** ma",
                     *         "started_at": "2026-03-02T09:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["MessageStream"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["ApiKeyScopeMissing"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deliverDecisionResolved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event; the same for all its attempts. Deduplicate on it.
                 * @example evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d
                 */
                "X-Svc-Event-Id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description The attempt; new each time.
                 * @example dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e
                 */
                "X-Svc-Delivery-Id": components["parameters"]["DeliveryId"];
                /**
                 * @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock.
                 * @example 1772443800
                 */
                "X-Svc-Timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description Its number among the agent's events, from 1. A test of the webhook has none.
                 * @example 17
                 */
                "X-Svc-Event-Seq"?: components["parameters"]["DeliveryEventSeq"];
                /**
                 * @description When it was written. A test of the webhook has none.
                 * @example 2026-03-02T09:29:59.000Z
                 */
                "X-Svc-Event-Created-At"?: components["parameters"]["DeliveryEventCreatedAt"];
                /**
                 * @description 0 for the first attempt, 1 to 3 for the retries.
                 * @example 0
                 */
                "X-Svc-Retry-Num": components["parameters"]["DeliveryRetryNum"];
                /**
                 * @description Why the attempt is made.
                 * @example first_attempt
                 */
                "X-Svc-Retry-Reason": components["parameters"]["DeliveryRetryReason"];
                /**
                 * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's signing secret, or with its secret where it has none, over the bytes of the `X-Svc-Timestamp` value, a dot and the
                 *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
                 *     `webhook-signature`) are sent as well.
                 * @example sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f
                 */
                "X-Svc-Signature"?: components["parameters"]["DeliverySignature"];
                /**
                 * @description Only during the grace of a rotated signing secret: the same signature, by the secret that signed before. A receiver that knows only that
                 *     secret compares this header.
                 * @example sha256=0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6
                 */
                "X-Svc-Signature-Previous"?: components["parameters"]["DeliveryPreviousSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
    deliverRunCancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event; the same for all its attempts. Deduplicate on it.
                 * @example evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d
                 */
                "X-Svc-Event-Id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description The attempt; new each time.
                 * @example dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e
                 */
                "X-Svc-Delivery-Id": components["parameters"]["DeliveryId"];
                /**
                 * @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock.
                 * @example 1772443800
                 */
                "X-Svc-Timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description Its number among the agent's events, from 1. A test of the webhook has none.
                 * @example 17
                 */
                "X-Svc-Event-Seq"?: components["parameters"]["DeliveryEventSeq"];
                /**
                 * @description When it was written. A test of the webhook has none.
                 * @example 2026-03-02T09:29:59.000Z
                 */
                "X-Svc-Event-Created-At"?: components["parameters"]["DeliveryEventCreatedAt"];
                /**
                 * @description 0 for the first attempt, 1 to 3 for the retries.
                 * @example 0
                 */
                "X-Svc-Retry-Num": components["parameters"]["DeliveryRetryNum"];
                /**
                 * @description Why the attempt is made.
                 * @example first_attempt
                 */
                "X-Svc-Retry-Reason": components["parameters"]["DeliveryRetryReason"];
                /**
                 * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's signing secret, or with its secret where it has none, over the bytes of the `X-Svc-Timestamp` value, a dot and the
                 *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
                 *     `webhook-signature`) are sent as well.
                 * @example sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f
                 */
                "X-Svc-Signature"?: components["parameters"]["DeliverySignature"];
                /**
                 * @description Only during the grace of a rotated signing secret: the same signature, by the secret that signed before. A receiver that knows only that
                 *     secret compares this header.
                 * @example sha256=0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6
                 */
                "X-Svc-Signature-Previous"?: components["parameters"]["DeliveryPreviousSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "run_cancelled",
                 *       "event_id": "evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d",
                 *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                 *       "task_id": "tsk_019a1f0c6b7e6f7a8b9c0d1e2f3a4b5c",
                 *       "task_name": "Morning mail"
                 *     }
                 */
                "application/json": components["schemas"]["RunCancelledEvent"];
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
                /**
                 * @description The event; the same for all its attempts. Deduplicate on it.
                 * @example evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d
                 */
                "X-Svc-Event-Id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description The attempt; new each time.
                 * @example dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e
                 */
                "X-Svc-Delivery-Id": components["parameters"]["DeliveryId"];
                /**
                 * @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock.
                 * @example 1772443800
                 */
                "X-Svc-Timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description Its number among the agent's events, from 1. A test of the webhook has none.
                 * @example 17
                 */
                "X-Svc-Event-Seq"?: components["parameters"]["DeliveryEventSeq"];
                /**
                 * @description When it was written. A test of the webhook has none.
                 * @example 2026-03-02T09:29:59.000Z
                 */
                "X-Svc-Event-Created-At"?: components["parameters"]["DeliveryEventCreatedAt"];
                /**
                 * @description 0 for the first attempt, 1 to 3 for the retries.
                 * @example 0
                 */
                "X-Svc-Retry-Num": components["parameters"]["DeliveryRetryNum"];
                /**
                 * @description Why the attempt is made.
                 * @example first_attempt
                 */
                "X-Svc-Retry-Reason": components["parameters"]["DeliveryRetryReason"];
                /**
                 * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's signing secret, or with its secret where it has none, over the bytes of the `X-Svc-Timestamp` value, a dot and the
                 *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
                 *     `webhook-signature`) are sent as well.
                 * @example sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f
                 */
                "X-Svc-Signature"?: components["parameters"]["DeliverySignature"];
                /**
                 * @description Only during the grace of a rotated signing secret: the same signature, by the secret that signed before. A receiver that knows only that
                 *     secret compares this header.
                 * @example sha256=0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6
                 */
                "X-Svc-Signature-Previous"?: components["parameters"]["DeliveryPreviousSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "task_due",
                 *       "task_id": "tsk_019a1f0c6b7e5d6e7f8a9b0c1d2e3f4a",
                 *       "run_id": "run_019a1f0c6b7e3c4d5e6f7a8b9c0d1e2f",
                 *       "task_name": "Morning report",
                 *       "task_prompt": "Sum up the news.",
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
                /**
                 * @description The event; the same for all its attempts. Deduplicate on it.
                 * @example evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d
                 */
                "X-Svc-Event-Id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description The attempt; new each time.
                 * @example dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e
                 */
                "X-Svc-Delivery-Id": components["parameters"]["DeliveryId"];
                /**
                 * @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock.
                 * @example 1772443800
                 */
                "X-Svc-Timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description Its number among the agent's events, from 1. A test of the webhook has none.
                 * @example 17
                 */
                "X-Svc-Event-Seq"?: components["parameters"]["DeliveryEventSeq"];
                /**
                 * @description When it was written. A test of the webhook has none.
                 * @example 2026-03-02T09:29:59.000Z
                 */
                "X-Svc-Event-Created-At"?: components["parameters"]["DeliveryEventCreatedAt"];
                /**
                 * @description 0 for the first attempt, 1 to 3 for the retries.
                 * @example 0
                 */
                "X-Svc-Retry-Num": components["parameters"]["DeliveryRetryNum"];
                /**
                 * @description Why the attempt is made.
                 * @example first_attempt
                 */
                "X-Svc-Retry-Reason": components["parameters"]["DeliveryRetryReason"];
                /**
                 * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's signing secret, or with its secret where it has none, over the bytes of the `X-Svc-Timestamp` value, a dot and the
                 *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
                 *     `webhook-signature`) are sent as well.
                 * @example sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f
                 */
                "X-Svc-Signature"?: components["parameters"]["DeliverySignature"];
                /**
                 * @description Only during the grace of a rotated signing secret: the same signature, by the secret that signed before. A receiver that knows only that
                 *     secret compares this header.
                 * @example sha256=0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6
                 */
                "X-Svc-Signature-Previous"?: components["parameters"]["DeliveryPreviousSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
    deliverUserMessage: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The event; the same for all its attempts. Deduplicate on it.
                 * @example evt_019a1f0c6b7e1a2b3c4d5e6f7a8b9c0d
                 */
                "X-Svc-Event-Id": components["parameters"]["DeliveryEventId"];
                /**
                 * @description The attempt; new each time.
                 * @example dlv_019a1f0c6b7e2b3c4d5e6f7a8b9c0d1e
                 */
                "X-Svc-Delivery-Id": components["parameters"]["DeliveryId"];
                /**
                 * @description Unix time of the attempt in seconds. Refuse what is more than 300 seconds from your own clock.
                 * @example 1772443800
                 */
                "X-Svc-Timestamp": components["parameters"]["DeliveryTimestamp"];
                /**
                 * @description Its number among the agent's events, from 1. A test of the webhook has none.
                 * @example 17
                 */
                "X-Svc-Event-Seq"?: components["parameters"]["DeliveryEventSeq"];
                /**
                 * @description When it was written. A test of the webhook has none.
                 * @example 2026-03-02T09:29:59.000Z
                 */
                "X-Svc-Event-Created-At"?: components["parameters"]["DeliveryEventCreatedAt"];
                /**
                 * @description 0 for the first attempt, 1 to 3 for the retries.
                 * @example 0
                 */
                "X-Svc-Retry-Num": components["parameters"]["DeliveryRetryNum"];
                /**
                 * @description Why the attempt is made.
                 * @example first_attempt
                 */
                "X-Svc-Retry-Reason": components["parameters"]["DeliveryRetryReason"];
                /**
                 * @description `sha256=` and the hex HMAC-SHA256, keyed with the agent's signing secret, or with its secret where it has none, over the bytes of the `X-Svc-Timestamp` value, a dot and the
                 *     raw body. Compare in constant time. The headers of Standard Webhooks (`webhook-id`, `webhook-timestamp`,
                 *     `webhook-signature`) are sent as well.
                 * @example sha256=6f1ed002ab5595859014ebf0951522d9f0d1c2b3a4958677f8e9dacbbcad9e8f
                 */
                "X-Svc-Signature"?: components["parameters"]["DeliverySignature"];
                /**
                 * @description Only during the grace of a rotated signing secret: the same signature, by the secret that signed before. A receiver that knows only that
                 *     secret compares this header.
                 * @example sha256=0d1e2f3a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f6
                 */
                "X-Svc-Signature-Previous"?: components["parameters"]["DeliveryPreviousSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
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
}
