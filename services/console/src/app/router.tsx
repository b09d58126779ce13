import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { SearchKind } from '../api/search.ts';
import { sessionQuery } from '../api/session.ts';
import { AccountDeletedPage } from '../pages/account/account-deleted-page.tsx';
import { AccountPage } from '../pages/account/index.tsx';
import { AgentLayout } from '../pages/agents/agent-layout.tsx';
import { AgentsPage } from '../pages/agents/agents-page.tsx';
import { NewAgentPage } from '../pages/agents/new-agent-page.tsx';
import { ChatPage } from '../pages/chat/chat-page.tsx';
import { ConversationsPage } from '../pages/conversations/index.tsx';
import { DeliveriesPage } from '../pages/deliveries/index.tsx';
import { DevicePage } from '../pages/device/index.tsx';
import { InboxPage } from '../pages/inbox/index.tsx';
import { KIND_NAMES } from '../pages/search/kind-names.ts';
import { SearchPage } from '../pages/search/search-page.tsx';
import { SettingsPage } from '../pages/settings/index.tsx';
import { nextPath } from '../pages/sign-in/next-path.ts';
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx';
import { SignUpPage } from '../pages/sign-in/sign-up-page.tsx';
import { TaskPage } from '../pages/tasks/task-page.tsx';
import { TasksPage } from '../pages/tasks/tasks-page.tsx';
import { Loading } from '../ui/loading.tsx';
import { AppShell } from './app-shell.tsx';
import { CrashPage } from './crash-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

interface Context {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFoundPage });

/** A person may come back to where they were. */
const entrySearch = {
  validateSearch: (search: Record<string, unknown>): { next?: string } => {
    const next = nextPath(search['next']);
    return next === undefined ? {} : { next };
  },
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
  validateSearch: (search: Record<string, unknown>): { erasure: string } => ({
    erasure: typeof search['erasure'] === 'string' ? search['erasure'] : '',
  }),
});

/** Everything that needs a signed-in person. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: AppShell,
  beforeLoad: async ({ context, location }) => {
    const person = await context.queryClient.ensureQueryData(sessionQuery);
    if (person === null) {
      const isHome = location.href === '/';
      throw redirect({ to: '/sign-in', search: isHome ? {} : { next: location.href } });
    }
  },
});

const agents = createRoute({ getParentRoute: () => inside, path: '/', component: AgentsPage });
const newAgent = createRoute({
  getParentRoute: () => inside,
  path: '/agents/new',
  component: NewAgentPage,
  validateSearch: (given: Record<string, unknown>): { created?: string } =>
    typeof given['created'] === 'string' ? { created: given['created'] } : {},
});
const inbox = createRoute({
  getParentRoute: () => inside,
  path: '/inbox',
  component: InboxPage,
});

const conversations = createRoute({
  getParentRoute: () => inside,
  path: '/conversations',
  component: ConversationsPage,
  validateSearch: (given: Record<string, unknown>): { agent?: string; show?: 'archived' } => ({
    ...(typeof given['agent'] === 'string' && { agent: given['agent'] }),
    ...(given['show'] === 'archived' && { show: 'archived' }),
  }),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  component: SearchPage,
  validateSearch: (given: Record<string, unknown>): { q?: string; kind?: SearchKind } => ({
    // The router reads a number where a person searches for one.
    ...(['string', 'number'].includes(typeof given['q']) && { q: String(given['q']) }),
    ...(isSearchKind(given['kind']) && { kind: given['kind'] }),
  }),
});

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: AccountPage,
});

const device = createRoute({
  getParentRoute: () => inside,
  path: '/device',
  component: DevicePage,
  validateSearch: (given: Record<string, unknown>): { code?: string } =>
    typeof given['code'] === 'string' ? { code: given['code'] } : {},
});

const agent = createRoute({
  getParentRoute: () => inside,
  path: '/agents/$agentId',
  component: AgentLayout,
});
const chat = createRoute({
  getParentRoute: () => agent,
  path: '/',
  component: ChatPage,
  validateSearch: (given: Record<string, unknown>): { conversation?: string; at?: string } => ({
    ...(typeof given['conversation'] === 'string' && { conversation: given['conversation'] }),
    ...(isMoment(given['at']) && { at: given['at'] }),
  }),
});
const tasks = createRoute({
  getParentRoute: () => agent,
  path: '/tasks',
  component: TasksPage,
});
const task = createRoute({
  getParentRoute: () => agent,
  path: '/tasks/$taskId',
  component: TaskPage,
  validateSearch: (search: Record<string, unknown>): { run?: string } =>
    typeof search['run'] === 'string' ? { run: search['run'] } : {},
});
const deliveries = createRoute({
  getParentRoute: () => agent,
  path: '/deliveries',
  component: DeliveriesPage,
});
const settings = createRoute({
  getParentRoute: () => agent,
  path: '/settings',
  component: SettingsPage,
});

function isSearchKind(given: unknown): given is SearchKind {
  return typeof given === 'string' && Object.hasOwn(KIND_NAMES, given);
}

function isMoment(given: unknown): given is string {
  return typeof given === 'string' && Number.isFinite(Date.parse(given));
}

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
    defaultErrorComponent: CrashPage,
    defaultPendingComponent: () => <Loading />,
    scrollRestoration: false,
  });
}
