/** Inputs in which letters are text, or choose from a list. */
const TYPED_INTO =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [aria-haspopup=listbox]';

/** Whether a key is meant for the page: pressed once, without a modifier, and not typed into a field. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return false;
  return !(event.target instanceof Element && event.target.closest(TYPED_INTO) !== null);
}
