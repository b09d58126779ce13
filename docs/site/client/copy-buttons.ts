const CONFIRMED_MS = 2_000;

/** Puts a button on each code block. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => void copy(block.querySelector('code')?.textContent ?? '', button));
    block.append(button);
  }
}

async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  const said = await copyText(text).then(
    () => 'Copied',
    () => 'Select the code and copy it',
  );
  button.textContent = said;
  announce(said);
  setTimeout(() => (button.textContent = 'Copy'), CONFIRMED_MS);
}

/** Over plain HTTP on another machine there is no clipboard interface. Then an invisible text is selected and copied. */
async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) throw new Error('Copying was refused');
}

/** For those who hear the page. */
function announce(text: string): void {
  let region = document.querySelector('#announced');
  if (region === null) {
    region = document.createElement('p');
    region.id = 'announced';
    region.className = 'visually-hidden';
    region.role = 'status';
    document.body.append(region);
  }
  region.textContent = text;
}
