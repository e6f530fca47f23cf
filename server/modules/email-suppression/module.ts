import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { configureSuppressions } from '../../kit/mail/suppressed.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { suppressions } from './index.ts';
import { complete, lift } from './rules.ts';

export const emailSuppressionModule = defineServerModule({
  name: 'email-suppression',
  serves: [serves(emailSuppression, { check: complete, actions: { lift } })],
  configure: () => configureSuppressions(suppressions),
});
