import type { Route } from '../../kit/http/route.ts';
import { reportRoutes } from '../../kit/mail/reports/routes.ts';
import { confirmAddress } from './addresses/confirm-address.ts';
import { choiceRoutes } from './choices.ts';
import { sessionRoutes } from './own-sessions.ts';
import { passwordRoutes } from './passwords/password.ts';
import { profileRoutes } from './profile.ts';
import { registerRoutes } from './register.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';

export { turnOffBy } from './unsubscribe.ts';

/** Accounts: registration, passwords, profile, sessions, unsubscribing. */
export const accountRoutes: Route[] = [
  ...registerRoutes,
  ...passwordRoutes,
  confirmAddress,
  ...profileRoutes,
  ...sessionRoutes,
  ...unsubscribeRoutes,
  ...reportRoutes,
  ...choiceRoutes,
];
