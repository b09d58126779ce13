import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { sessionQuery } from '../api/session.ts';
import { AccountPage } from '../pages/account/index.tsx';
import { AgentLayout } from '../pages/agents/agent-layout.tsx';
import { AgentsPage } from '../pages/agents/agents-page.tsx';
import { NewAgentPage } from '../pages/agents/new-agent-page.tsx';
import { ChatPage } from '../pages/chat/chat-page.tsx';
import { ConversationsPage } from '../pages/conversations/index.tsx';
import { DeliveriesPage } from '../pages/deliveries/index.tsx';
import { DevicePage } from '../pages/device/index.tsx';
import { InboxPage } from '../pages/inbox/index.tsx';
import { KIND_NAMES, SearchPage } from '../pages/search/search-page.tsx';
import type { SearchKind } from '../pages/search/search-page.tsx';
import { SettingsPage } from '../pages/settings/index.tsx';
import { AccountDeletedPage, SignInPage, SignUpPage } from '../pages/sign-in/index.tsx';
import { nextPath } from '../pages/sign-in/next-path.ts';
import { TaskPage } from '../pages/tasks/task-page.tsx';
import { TasksPage } from '../pages/tasks/tasks-page.tsx';
import { Loading } from '../ui/feedback.tsx';
import { AppShell } from './app-shell.tsx';
import { CrashPage, NotFoundPage } from './error-pages.tsx';

type Given = Record<string, unknown>;

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ notFoundComponent: NotFoundPage });

/** A person may come back to where they were. */
const entrySearch = {
  validateSearch: (search: Given): { next?: string } => {
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
  validateSearch: (search: Given): { erasure: string } => ({
    erasure: typeof search['erasure'] === 'string' ? search['erasure'] : '',
  }),
});

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
  validateSearch: (given: Given) => textOf(given, 'created'),
});
const inbox = createRoute({ getParentRoute: () => inside, path: '/inbox', component: InboxPage });

const conversations = createRoute({
  getParentRoute: () => inside,
  path: '/conversations',
  component: ConversationsPage,
  validateSearch: (given: Given): { agent?: string; show?: 'archived' } => ({
    ...textOf(given, 'agent'),
    ...(given['show'] === 'archived' && { show: 'archived' }),
  }),
});

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  component: SearchPage,
  validateSearch: (given: Given): { q?: string; kind?: SearchKind } => ({
    // The router reads a number where a person searches for one.
    ...(['string', 'number'].includes(typeof given['q']) && { q: String(given['q']) }),
    ...(isSearchKind(given['kind']) && { kind: given['kind'] }),
  }),
});

const account = createRoute({ getParentRoute: () => inside, path: '/account', component: AccountPage });

const device = createRoute({
  getParentRoute: () => inside,
  path: '/device',
  component: DevicePage,
  validateSearch: (given: Given) => textOf(given, 'code'),
});

const agent = createRoute({ getParentRoute: () => inside, path: '/agents/$agentId', component: AgentLayout });
const chat = createRoute({
  getParentRoute: () => agent,
  path: '/',
  component: ChatPage,
  validateSearch: (given: Given): { conversation?: string; at?: string } => ({
    ...textOf(given, 'conversation'),
    ...(isMoment(given['at']) && { at: given['at'] }),
  }),
});
const tasks = createRoute({ getParentRoute: () => agent, path: '/tasks', component: TasksPage });
const task = createRoute({
  getParentRoute: () => agent,
  path: '/tasks/$taskId',
  component: TaskPage,
  validateSearch: (given: Given) => textOf(given, 'run'),
});
const deliveries = createRoute({
  getParentRoute: () => agent,
  path: '/deliveries',
  component: DeliveriesPage,
});
const settings = createRoute({ getParentRoute: () => agent, path: '/settings', component: SettingsPage });

function textOf<Name extends string>(given: Given, name: Name): { [N in Name]?: string } {
  const value = given[name];
  return typeof value === 'string' ? ({ [name]: value } as { [N in Name]: string }) : {};
}

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
