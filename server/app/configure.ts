import { MODULES } from '@lobby/shared/modules/index.ts';
import { type Env, mastersIn } from '../env.ts';
import { configureWordings, shareWords } from '../kit/base/messages.ts';
import { configureFiles } from '../kit/files/file-store.ts';
import { configureGuestSecret } from '../kit/http/guest-link.ts';
import { configureOverseers } from '../kit/jobs/run-routes.ts';
import { configureRightsCheck } from '../kit/jobs/runs.ts';
import { configurePersonalSecret } from '../kit/privacy/personal.ts';
import { configureDefinitions, configureWorkers } from '../kit/store/refs/refs.ts';
import { isAdmin, rightsAgain } from '../platform/auth/rights/rights-again.ts';
import { configureSupportDomain } from '../platform/auth/rights/support.ts';
import { workersAmong } from '../platform/auth/rights/workers.ts';
import { configureSessionSecret } from '../platform/auth/sessions.ts';
import { addPersonalBadge } from '../platform/badges/badges.ts';
import { configureStarters } from '../platform/projects/building/starters.ts';
import { wordingIn } from '../platform/wording/dictionary.ts';
import { SERVER_MODULES } from './modules.ts';

/** Hands secrets, definitions and words to the kit and the platform, and lets each module set itself up; opens nothing. */
export function configure(env: Env, publicUrl: () => string): void {
  configurePersonalSecret(env.secrets.personal, () => mastersIn(env.DATA_DIR));
  configureSessionSecret(env.secrets.signing);
  configureGuestSecret(env.secrets.signing);
  configureFiles(env.DATA_DIR, env.secrets.signing);
  configureDefinitions(MODULES);
  configureWorkers(workersAmong);
  configureStarters(SERVER_MODULES.flatMap(({ starters = [] }) => starters));
  configureRightsCheck(rightsAgain);
  configureOverseers(isAdmin);
  shareWords(MODULES);
  configureWordings(wordingIn);
  configureSupportDomain(env.SUPPORT_EMAIL_DOMAIN);
  for (const { configure: configureModule, personalBadges = [], listens = [] } of SERVER_MODULES) {
    configureModule?.({ env, publicUrl });
    for (const badge of personalBadges) addPersonalBadge(...badge);
    for (const listener of listens) listener.subscribe();
  }
}
