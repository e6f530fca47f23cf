import { type Action, reasonInput, suits } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import type { Row } from '../../base/matches.ts';
import { askedInputs } from './acts.ts';

/** Fields of an act's dialog, including the reason; required ones depend on the record. */
export function actionFields(action: Action, row?: Row): Fields {
  const { list, reason } = action;
  // A list is changed by additions and removals, never replaced, since others may change it concurrently.
  const inputs = Object.entries(askedInputs(action)).filter(([name]) => name !== list);
  const isNeeded = ({ requiredOf }: Field) => requiredOf && row && suits({ when: requiredOf }, row);
  return {
    ...Object.fromEntries(
      inputs.map(([name, field]) => [name, isNeeded(field) ? { ...field, required: true } : field]),
    ),
    ...(reason && { reason: reasonInput(action) }),
  };
}
