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

/** What no first screen needs comes when that stands. */
const REFUSALS_AFTER_MS = 4000;

async function begin(root: HTMLElement): Promise<void> {
  // The words and who is signed in are asked for at once; neither waits for the other.
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
// Not waited for: what comes later may need this file, and would wait for it in turn.
void begin(root);
