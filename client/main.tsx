import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { MaintenanceCover } from './app/banners/MaintenanceCover.tsx';
import { startSession } from './app/start-session.ts';
import { bringRefusals, languageNow, startI18n } from './kit/i18n/i18n.ts';
import { loadWording } from './kit/i18n/wording-overrides.ts';
import { syncAppearance } from './kit/preferences/appearance.ts';
import { mayComeBack, myUserId } from './kit/session/session.ts';
import { watchFocus } from './kit/ui/keyboard/focus-trail.ts';
import { preloadScreen, router } from './routes.tsx';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

/** Delay before the words of all refusals are loaded, which no first screen needs. */
const REFUSALS_AFTER_MS = 4000;

async function begin(root: HTMLElement): Promise<void> {
  // The words and the session are loaded at the same time; neither waits for the other.
  const inProject = mayComeBack() && location.pathname.startsWith('/projects/');
  if (inProject) preloadScreen(location.pathname);
  const [, failure] = await Promise.all([startI18n(!inProject), startSession()]);
  if (inProject && !myUserId()) await loadWording(languageNow());
  syncAppearance();
  watchFocus();
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>
        <RouterProvider router={router(failure)} />
        <Suspense fallback={null}>
          <MaintenanceCover failed={failure !== null} />
        </Suspense>
      </ThemeProvider>
    </StrictMode>,
  );
  setTimeout(bringRefusals, REFUSALS_AFTER_MS);
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
// Not awaited: a file that loads later may import this one, and each would wait for the other.
void begin(root);
