import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { configureSuppressions } from '../../kit/mail/suppressed.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { suppressions } from './index.ts';
import { marksRoute } from './marks.ts';
import { complete, lift } from './rules.ts';

export const emailSuppressionModule = defineServerModule({
  name: 'email-suppression',
  routes: [marksRoute],
  serves: [serves(emailSuppression, { check: complete, actions: { lift } })],
  configure: () => configureSuppressions(suppressions),
});
