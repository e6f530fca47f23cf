import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { templateVariables } from '@lobby/shared/modules/template.contract.ts';
import { groupOf, variablesFor } from '@lobby/shared/modules/template-words.ts';
import { can } from '../../../../kit/base/context.ts';
import { text } from '../../../../kit/base/messages.ts';
import { type Route, route } from '../../../../kit/http/route.ts';
import { samplesFor, shownBy } from '../../../template/index.ts';
import { householdFor } from './preview.ts';
import { loadSource, readingOf } from './texts.ts';
import { valuesFor } from './values.ts';

/** Template variables with their values for a household. */
export const variablesRoute: Route = route(templateVariables, {
  flags: ['read'],
  async run(ctx, { query: { purpose, channel, language, ...asked } }) {
    const manner = { language, folded: channel === 'SMS' };
    const samples = samplesFor(manner);
    // Real values only for users who may read notices.
    const household = can(ctx, feeNotice.code, 'read') ? await householdFor(ctx, asked) : null;
    const source = household && (await loadSource(ctx, [household], '#'));
    const values = household && source && valuesFor(readingOf(source, household), manner, purpose);
    return variablesFor(purpose, channel).map(variable => ({
      name: variable.name,
      group: groupOf(variable),
      kind: variable.kind,
      title: text(ctx, `template.variables.${variable.name.replaceAll('.', '_')}`),
      sample: shownBy(samples, variable.name),
      ...(values && { value: shownBy(values, variable.name) }),
    }));
  },
});
