import { addCopyButtons } from './copy-buttons.ts';
import { useMenuButton } from './menu-button.ts';
import { useSearch } from './search.ts';

addCopyButtons();
useMenuButton();
useSearch();
