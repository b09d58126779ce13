import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { sessionQuery } from '../api/account.ts';
import { AccountPage } from '../pages/account/index.tsx';
import { AgentLayout } from '../pages/agents/agent-layout.tsx';
import { AgentsPage } from '../pages/agents/agents-page.tsx';
import { NewAgentPage } from '../pages/agents/new-agent-page.tsx';
import { ChatPage } from '../pages/chat/chat-page.tsx';
import { ConversationsPage } from '../pages/conversations/index.tsx';
import { DeliveriesPage } from '../pages/deliveries/index.tsx';
import { DevicePage } from '../pages/device/index.tsx';
import { InboxPage } from '../pages/inbox/index.tsx';
import { KINDS, SearchPage } from '../pages/search/search-page.tsx';
import type { SearchKind } from '../pages/search/search-page.tsx';
import { SettingsPage } from '../pages/settings/index.tsx';
import { AccountDeletedPage, SignInPage, SignUpPage } from '../pages/sign-in/index.tsx';
import { nextPath } from '../pages/sign-in/next-path.ts';
import { TaskPage } from '../pages/tasks/task-page.tsx';
import { TasksPage } from '../pages/tasks/tasks-page.tsx';
import { Loading } from '../ui/feedback.tsx';
import { AppShell } from './app-shell.tsx';
import { CrashPage, NotFoundPage } from './error-pages.tsx';

/** What is said behind `?`. It is text, also where it looks like JSON. */
type Given = Partial<Record<string, string>>;

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ notFoundComponent: NotFoundPage });

/** A person may come back to where they were. */
const entrySearch = {
  validateSearch: ({ next }: Given): { next?: string } => ({ next: nextPath(next) }),
};

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: SignInPage,
  ...entrySearch,
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: SignUpPage,
  ...entrySearch,
});

const accountDeleted = createRoute({
  getParentRoute: () => root,
  path: '/account-deleted',
  component: AccountDeletedPage,
  validateSearch: ({ erasure }: Given) => ({ erasure: erasure ?? '' }),
});

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: AppShell,
  beforeLoad: async ({ context, location }) => {
    const person = await context.queryClient.ensureQueryData(sessionQuery);
    if (person === null) {
      const isHome = location.href === '/';
      throw redirect({ to: '/sign-in', search: { next: isHome ? undefined : location.href } });
    }
  },
});

const agents = createRoute({ getParentRoute: () => inside, path: '/', component: AgentsPage });
const newAgent = createRoute({
  getParentRoute: () => inside,
  path: '/agents/new',
  component: NewAgentPage,
  validateSearch: ({ created }: Given): { created?: string } => ({ created }),
});
const inbox = createRoute({ getParentRoute: () => inside, path: '/inbox', component: InboxPage });

const conversations = createRoute({
  getParentRoute: () => inside,
  path: '/conversations',
  component: ConversationsPage,
  validateSearch: ({ agent, show }: Given): { agent?: string; show?: 'archived' } => ({
    agent,
    show: show === 'archived' ? show : undefined,
  }),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  component: SearchPage,
  validateSearch: ({ q, kind }: Given): { q?: string; kind?: SearchKind } => ({
    q,
    kind: Object.hasOwn(KINDS, String(kind)) ? (kind as SearchKind) : undefined,
  }),
});

const account = createRoute({ getParentRoute: () => inside, path: '/account', component: AccountPage });

const device = createRoute({
  getParentRoute: () => inside,
  path: '/device',
  component: DevicePage,
  validateSearch: ({ code }: Given): { code?: string } => ({ code }),
});

const agent = createRoute({ getParentRoute: () => inside, path: '/agents/$agentId', component: AgentLayout });
const chat = createRoute({
  getParentRoute: () => agent,
  path: '/',
  component: ChatPage,
  validateSearch: ({ conversation, at }: Given): { conversation?: string; at?: string } => ({
    conversation,
    at: Number.isFinite(Date.parse(at ?? '')) ? at : undefined,
  }),
});
const tasks = createRoute({ getParentRoute: () => agent, path: '/tasks', component: TasksPage });
const task = createRoute({
  getParentRoute: () => agent,
  path: '/tasks/$taskId',
  component: TaskPage,
  validateSearch: ({ run }: Given): { run?: string } => ({ run }),
});
const deliveries = createRoute({
  getParentRoute: () => agent,
  path: '/deliveries',
  component: DeliveriesPage,
});
const settings = createRoute({ getParentRoute: () => agent, path: '/settings', component: SettingsPage });

const routeTree = root.addChildren([
  signIn,
  signUp,
  accountDeleted,
  inside.addChildren([
    agents,
    newAgent,
    inbox,
    conversations,
    search,
    account,
    device,
    agent.addChildren([chat, tasks, task, deliveries, settings]),
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: stringifySearchWith(String),
    defaultErrorComponent: CrashPage,
    defaultPendingComponent: () => <Loading />,
    scrollRestoration: false,
  });
}
