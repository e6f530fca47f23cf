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
})();
