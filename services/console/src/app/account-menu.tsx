import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, Braces, Check, ChevronsUpDown, LogOut, UserCog } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { explain } from '../api/api-error.ts';
import { sessionQuery, signOut } from '../api/session.ts';
import type { SignedIn } from '../api/session.ts';
import { forgetDrafts } from '../pages/chat/draft-text.ts';
import { Avatar } from '../ui/avatar.tsx';
import { toast } from '../ui/feedback.tsx';
import menu from '../ui/menu.module.css';
import styles from './account-menu.module.css';

const THEMES: readonly { id: Theme; label: string }[] = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];

export function AccountMenu({ person }: { person: SignedIn }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [theme, setTheme] = useState(readTheme);

  async function leave(): Promise<void> {
    try {
      await signOut();
      // No data of this person may remain for the next one at this screen.
      queries.clear();
      queries.setQueryData(sessionQuery.queryKey, null);
      forgetDrafts();
      window.location.assign('/sign-in');
    } catch (error) {
      toast({ tone: 'bad', text: `Could not sign out. ${explain(error)}` });
    }
  }

  return (
    <MenuTrigger>
      <Button className={styles.trigger}>
        <Avatar name={person.name} seed={person.userId} size="small" />
        <span className="visually-hidden">Account of </span>
        <span className={styles.names}>
          <span className={styles.name}>{person.name}</span>{' '}
          <span className="ellipsis tiny">{person.email}</span>
        </span>
        <ChevronsUpDown aria-hidden size={16} />
      </Button>
      <Popover placement="top start" className={menu.popover ?? ''} offset={6}>
        <Menu className={menu.menu ?? ''} aria-label="Account">
          <MenuSection
            selectionMode="single"
            selectedKeys={[theme]}
            disallowEmptySelection
            onSelectionChange={(keys) => {
              const [chosen] = keys as Set<Theme>;
              if (chosen === undefined) return;
              setTheme(chosen);
              chooseTheme(chosen);
            }}
          >
            <Header className={styles.header}>Theme</Header>
            {THEMES.map(({ id, label }) => (
              <MenuItem key={id} id={id} className={menu.item ?? ''}>
                {({ isSelected }) => (
                  <>
                    <span className={menu.mark}>{isSelected && <Check aria-hidden size={16} />}</span>
                    {label}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className={styles.separator} />
          <MenuItem className={menu.item ?? ''} onAction={() => void navigate({ to: '/account' })}>
            <UserCog aria-hidden size={16} /> Account
          </MenuItem>
          <MenuItem className={menu.item ?? ''} href="/docs" target="_blank">
            <BookOpen aria-hidden size={16} /> Documentation
          </MenuItem>
          <MenuItem className={menu.item ?? ''} href="/docs/api/" target="_blank">
            <Braces aria-hidden size={16} /> API reference
          </MenuItem>
          <MenuItem className={menu.item ?? ''} onAction={() => void leave()}>
            <LogOut aria-hidden size={16} /> Sign out
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** `theme.js` reads the same key before the first paint. */
function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}
