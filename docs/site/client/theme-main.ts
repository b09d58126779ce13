// Runs before the first paint. A theme that was chosen in the console holds here too, and what needs scripts may show itself.
document.documentElement.dataset['scripts'] = 'on';
const theme = chosenTheme();
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;

/** A browser that lets no site store anything throws where something is read. */
function chosenTheme(): string | null {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
}
