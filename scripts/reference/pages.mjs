/**
 * The pages of the reference, the same for both packages: a reader finds the same thing under the same name. Each names what stands on it, in its order; what a
 * package exports stands on exactly one.
 *
 * @type {{ file: string, title: string, about: string, typescript: string[], python: string[] }[]}
 */
export const PAGES = [
  {
    ...{ file: 'agent.md', title: 'Agent', about: 'The agent, its options, its handlers and its log.' },
    typescript: [
      ...['Agent', 'AgentOptions', 'SecretSource', 'Duration', 'AgentHandlers'],
      ...['Middleware', 'EventContext', 'AgentLog'],
    ],
    python: [
      ...['Agent', 'AgentOptions', 'SecretSource', 'Duration'],
      ...['Middleware', 'Next', 'EventContext', 'Signal', 'AgentLog'],
    ],
  },
  {
    ...{ file: 'messages.md', title: 'Messages and streams' },
    about: 'What a person writes, what an agent answers, texts that grow, and files.',
    typescript: [
      ...['IncomingMessage', 'ReceivedFile', 'OutgoingMessage', 'OutgoingFile', 'QuickReply'],
      ...['SentMessage', 'TextSource', 'StreamedRest'],
    ],
    python: [
      ...['IncomingMessage', 'PressedButton', 'ReceivedFile', 'MessageLike', 'OutgoingMessage'],
      ...['OutgoingFile', 'QuickReply', 'ReportCard', 'SentMessage', 'TextSource'],
    ],
  },
  {
    ...{ file: 'tasks.md', title: 'Tasks', about: 'The tasks of an agent, and the list of their runs.' },
    typescript: ['Tasks', 'NewTask', 'TaskChanges', 'TaskRetry'],
    python: ['Tasks', 'NewTask', 'TaskChanges'],
  },
  {
    ...{ file: 'runs.md', title: 'Runs', about: 'A run of a task, while this process works on it.' },
    typescript: ['RunHandler', 'Run', 'Report', 'RunContext', 'RunOutcome'],
    python: ['RunHandler', 'Run', 'RunContext', 'StartedRun', 'RunOutcome'],
  },
  {
    ...{ file: 'decisions.md', title: 'Decisions', about: 'Questions to the person, and their answers.' },
    typescript: ['Question', 'AnswerSchema', 'AnswerValues', 'Decision'],
    python: ['Question', 'AnswerSchema', 'Decision'],
  },
  {
    ...{
      file: 'webhooks.md',
      title: 'Webhooks',
      about: 'Receiving events by HTTP, and proving who sent them.',
    },
    typescript: [
      ...['Webhook', 'FetchOptions', 'verifyDelivery', 'signatureOf', 'Delivery', 'FetchHandler'],
      ...['ExpressHandler', 'ExpressRequest', 'ExpressResponse', 'FastifyPlugin', 'FastifyInstanceLike'],
      ...['FastifyRequestLike', 'FastifyReplyLike'],
    ],
    python: ['Webhook', 'WebhookAnswer', 'verify_delivery', 'signature_of'],
  },
  {
    ...{ file: 'errors.md', title: 'Errors', about: 'What can go wrong, and under which code.' },
    typescript: ['AgentError', 'AgentErrorCode', 'CallError', 'RefusedField'],
    python: ['AgentError', 'AgentErrorCode', 'CallError', 'RefusedField'],
  },
  {
    ...{ file: 'testing.md', title: 'Testing' },
    about: 'The real service for tests of an agent, with a clock that can be moved, and faults.',
    typescript: [
      ...[
        'startTestService',
        'TestServiceOptions',
        'TestService',
        'TestMessage',
        'TestDecision',
        'TestAnswer',
      ],
      ...['Trigger', 'Faults', 'PersonCall'],
    ],
    python: [
      ...['svc', 'svc_options', 'svc_service', 'start_test_service', 'ServiceOptions', 'TestService'],
      ...['ShownMessage', 'Trigger', 'Faults', 'start_service', 'StartedService'],
    ],
  },
  {
    ...{ file: 'types.md', title: 'Types of the contract' },
    about: 'Events and records, with fields named as in the contract of the service.',
    typescript: [
      ...['AgentEvent', 'UserMessageEvent', 'DecisionResolvedEvent', 'TaskDueEvent', 'TaskTriggerEvent'],
      ...['RunCancelledEvent', 'Message', 'OwnAgent', 'Task', 'TaskRun', 'RunPage', 'ContextBlock'],
    ],
    python: [
      ...['AgentEvent', 'UserMessageEvent', 'DecisionResolvedEvent', 'TaskDueEvent', 'TaskTriggerEvent'],
      ...['RunCancelledEvent', 'Message', 'OwnAgent', 'Task', 'TaskRun', 'RunPage', 'ContextBlock'],
    ],
  },
];
