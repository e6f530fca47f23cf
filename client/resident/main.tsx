import '../fonts/fonts.css';
import './app.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { dress } from './brand.ts';
import { sayInvalid } from './validity.ts';
import { loadWords } from './words.ts';
import { startWorker } from './worker.ts';

dress();
await loadWords();
sayInvalid(document);
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(<App />);
startWorker();
