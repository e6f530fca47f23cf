import { emailSuppression } from '@lobby/shared/modules/email-suppression.ts';
import { useSuppressions } from '../../kit/mail/suppressed.ts';
import { defineServerModule } from '../../platform/server-module.ts';
import { suppressions } from './index.ts';
import { complete, lift } from './rules.ts';

/** The addresses that get no mails of a project. */
export const emailSuppressionModule = defineServerModule({
  name: 'email-suppression',
  serves: [{ definition: emailSuppression, behaviour: { check: complete, acts: { lift } } }],
  configure: () => useSuppressions(suppressions),
});
