import { addCopyButtons } from './copy-buttons.ts';
import { useMenuButton } from './menu-button.ts';
import { useSearch } from './search.ts';

// Before there were pages here, this address was that of the API reference, whose own links have such a fragment.
if (location.hash.startsWith('#/')) location.replace(`/docs/api/${location.hash}`);

addCopyButtons();
useMenuButton();
useSearch();
