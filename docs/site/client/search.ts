import type { SearchResult } from 'minisearch';
import { found } from './found.ts';
import type { SearchIndex } from './search-index.ts';

const RESULTS_MAX = 20;

/** The field in the page's bar. Its index is fetched when somebody goes there. */
export function useSearch(): void {
  const form = found('.search', HTMLFormElement);
  const input = found('#search', HTMLInputElement);
  const panel = found('.results', HTMLElement);
  const list = found('.results ul', HTMLUListElement);
  const status = found('.results [role=status]', HTMLElement);
  form.hidden = false;

  let loading: Promise<SearchIndex> | null = null;
  const load = (): Promise<SearchIndex> => {
    // What failed is tried again with the next letter.
    loading ??= import('./search-index.ts')
      .then(({ loadIndex }) => loadIndex())
      .catch((error: unknown) => {
        loading = null;
        throw error;
      });
    return loading;
  };

  async function search(): Promise<void> {
    const asked = input.value.trim();
    panel.hidden = asked === '';
    if (asked === '') return;
    const results = await load().then(
      (index) => index.search(asked),
      () => null,
    );
    // Somebody has typed on meanwhile.
    if (input.value.trim() !== asked) return;
    list.replaceChildren(...(results ?? []).slice(0, RESULTS_MAX).map(resultItem));
    status.textContent = results === null ? 'The search could not be loaded.' : said(results.length, asked);
  }

  function close(): void {
    panel.hidden = true;
  }

  input.addEventListener('focus', () => {
    void load().catch(() => undefined);
    void search();
  });
  input.addEventListener('input', () => void search());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  });
  form.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === 'Escape') {
      if (!panel.hidden) event.stopPropagation();
      input.focus();
      close();
    }
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    move(key === 'ArrowDown' ? 1 : -1);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))
      return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !form.contains(target)) close();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !form.contains(relatedTarget)) close();
  });

  /** Between the field and its results, which stand below it. */
  function move(step: number): void {
    const places: HTMLElement[] = [input, ...list.querySelectorAll('a')];
    const at = places.findIndex((place) => place === document.activeElement);
    places[Math.max(0, Math.min(places.length - 1, at + step))]?.focus();
  }
}

function said(count: number, asked: string): string {
  if (count === 0) return `Nothing found for “${asked}”.`;
  const shown = count > RESULTS_MAX ? `, of which ${RESULTS_MAX} are shown` : '';
  return `${count} ${count === 1 ? 'result' : 'results'}${shown}`;
}

function resultItem(result: SearchResult): HTMLLIElement {
  const { address, title, page, excerpt } = result as unknown as Record<string, string>;
  const link = document.createElement('a');
  link.href = address ?? '';
  link.append(line('strong', title), line('small', page === title ? '' : page), line('span', excerpt));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function line(tag: string, text = ''): HTMLElement | string {
  if (text === '') return '';
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
