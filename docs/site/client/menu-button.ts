import { found } from './found.ts';

/** On a narrow screen the menu is behind a button. Escape closes it and goes back there. */
export function useMenuButton(): void {
  const button = found('.menu-button', HTMLButtonElement);
  const menu = found('#menu', HTMLElement);
  button.hidden = false;
  const open = (isOpen: boolean): void => {
    button.ariaExpanded = String(isOpen);
    menu.classList.toggle('is-open', isOpen);
  };
  button.addEventListener('click', () => open(button.ariaExpanded !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.ariaExpanded !== 'true') return;
    open(false);
    button.focus();
  });
  // A page that comes back from the browser's memory is as it was left.
  addEventListener('pagehide', () => open(false));
  menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}
