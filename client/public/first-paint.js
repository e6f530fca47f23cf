// Before anything of the client is there: the colours that were chosen, and which place is on its way (index.html).
(() => {
  const root = document.documentElement;
  let mode = null;
  let sideBar = null;
  try {
    mode = localStorage.getItem('lobby.mode');
    sideBar = localStorage.getItem('lobby.sideBar');
  } catch {
    // Storage is closed: as the system and the screen are.
  }
  root.dataset.sideBar = sideBar ?? (innerWidth < 1024 ? 'icons' : 'full');
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.add(dark ? 'dark' : 'light');
  if (location.pathname.startsWith('/projects/')) root.dataset.awaits = 'project';
  if (new URLSearchParams(location.search).get('screen') !== 'desk') return;
  // A scanner types from the first picture on: kept until the desk takes it (early-keys.ts), forgotten where a field is there first.
  const held = { text: '', end };
  window.earlyKeys = held;
  const press = event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') held.text = held.text.slice(0, -1);
    if (event.key === 'Enter') held.text += '\n';
    if (event.key.length === 1) held.text += event.key;
  };
  const forget = event => {
    if (!event.target.closest('input, textarea, select')) return;
    end();
    held.text = '';
  };
  function end() {
    removeEventListener('keydown', press, true);
    removeEventListener('focusin', forget, true);
  }
  addEventListener('keydown', press, true);
  addEventListener('focusin', forget, true);
})();
