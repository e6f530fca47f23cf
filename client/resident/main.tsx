import '../fonts/fonts.css';
import './app.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { go } from './path.ts';
import { loadWords } from './words.ts';

await loadWords();
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(<App />);
if ('serviceWorker' in navigator)
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    // An alert was opened: its page, without loading the app anew.
    if (data?.type === 'open') go(String(data.url).replace(/^\/resident/, '') || '/');
  });
if ('serviceWorker' in navigator) void navigator.serviceWorker.register('/resident/sw.js', { scope: '/resident/' });
