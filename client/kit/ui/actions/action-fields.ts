import { type Action, reasonInput, suits } from '@lobby/shared/kit/definition.ts';
import type { Field, Fields } from '@lobby/shared/kit/fields.ts';
import type { Row } from '../../base/matches.ts';
import { askedInputs } from './acts.ts';

/** The input of an act, its reason as one of the fields; what the record as it is asks for must be given. */
export function actionFields(action: Action, row?: Row): Fields {
  const { list, reason } = action;
  // A list is asked about by what is added and removed, never whole: others may change it meanwhile.
  const asked = Object.entries(askedInputs(action)).filter(([name]) => name !== list);
  const isNeeded = ({ requiredOf }: Field) => requiredOf && row && suits({ when: requiredOf }, row);
  return {
    ...Object.fromEntries(asked.map(([name, field]) => [name, isNeeded(field) ? { ...field, required: true } : field])),
    ...(reason && { reason: reasonInput(action) }),
  };
}
