/**
 * The pages of the reference, the same for both packages: a reader finds the same thing under the same name. Each names what stands on it, in its order, as far as a
 * package has it; what a package exports stands on exactly one.
 */
export const PAGES = [
  {
    file: 'agent.md',
    title: 'Agent',
    about: 'The agent, its options, its handlers and its log.',
    names: words(`
      Agent AgentOptions SecretSource Duration AgentHandlers Middleware Next EventContext Signal
      AgentLog
    `),
  },
  {
    file: 'messages.md',
    title: 'Messages and streams',
    about: 'What a person writes, what an agent answers, texts that grow, and files.',
    names: words(`
      IncomingMessage PressedButton ReceivedFile MessageLike OutgoingMessage OutgoingFile QuickReply
      ReportCard SentMessage TextSource StreamedRest
    `),
  },
  {
    file: 'tasks.md',
    title: 'Tasks',
    about: 'The tasks of an agent, and the list of their runs.',
    names: words(`
      Tasks NewTask TaskChanges TaskRetry
    `),
  },
  {
    file: 'runs.md',
    title: 'Runs',
    about: 'A run of a task, while this process works on it.',
    names: words(`
      RunHandler Run Report RunContext StartedRun RunOutcome
    `),
  },
  {
    file: 'decisions.md',
    title: 'Decisions',
    about: 'Questions to the person, and their answers.',
    names: words(`
      Question AnswerSchema AnswerValues Decision
    `),
  },
  {
    file: 'webhooks.md',
    title: 'Webhooks',
    about: 'Receiving events by HTTP, and proving who sent them.',
    names: words(`
      Webhook FetchOptions verifyDelivery signatureOf Delivery FetchHandler ExpressHandler
      ExpressRequest ExpressResponse FastifyPlugin FastifyInstanceLike FastifyRequestLike
      FastifyReplyLike WebhookAnswer verify_delivery signature_of
    `),
  },
  {
    file: 'errors.md',
    title: 'Errors',
    about: 'What can go wrong, and under which code.',
    names: words(`
      AgentError AgentErrorCode CallError RefusedField
    `),
  },
  {
    file: 'testing.md',
    title: 'Testing',
    about: 'The real service for tests of an agent, with a clock that can be moved, and faults.',
    names: words(`
      startTestService TestServiceOptions svc svc_options svc_service start_test_service
      ServiceOptions TestService TestMessage TestDecision TestAnswer ShownMessage Trigger Faults
      PersonCall start_service StartedService
    `),
  },
  {
    file: 'types.md',
    title: 'Types of the contract',
    about: 'Events and records, with fields named as in the contract of the service.',
    names: words(`
      AgentEvent UserMessageEvent DecisionResolvedEvent TaskDueEvent TaskTriggerEvent
      RunCancelledEvent Message OwnAgent Task TaskRun RunPage ContextBlock
    `),
  },
];

function words(text) {
  return text.trim().split(/\s+/);
}
