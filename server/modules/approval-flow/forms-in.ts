import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { waitingForm } from '@lobby/shared/modules/approval-flow.contract.ts';
import { FORM_TYPES } from '@lobby/shared/modules/form-flow.ts';
import { definitionOf } from '@lobby/shared/modules/index.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import type { AnyDoc } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';

/** All form definitions that can have an approval flow. */
export const FORMS = (): Definition[] => Object.values(FORM_TYPES).map(name => definitionOf(name));

/** Merges forms of all kinds into one list, earliest due first. */
export async function loadRows(
  { projectId }: Ctx,
  forms: readonly { definition: Definition; doc: AnyDoc }[],
): Promise<z.output<typeof waitingForm>[]> {
  const units = await loadRefs(projectId, unit, [
    ...new Set(forms.flatMap(({ doc }) => (typeof doc.unitId === 'string' ? [doc.unitId] : []))),
  ]);
  const due = (doc: AnyDoc) => (doc.stepDueAt instanceof Date ? doc.stepDueAt.toISOString() : null);
  return forms
    .map(({ definition, doc }) => ({
      module: definition.code,
      id: doc._id,
      code: String(doc.code ?? ''),
      title: String(doc[definition.title] ?? doc.code ?? ''),
      unitCode: units.get(String(doc.unitId ?? ''))?.code ?? null,
      stepName: String(doc.stepName ?? ''),
      dueAt: due(doc),
      overdue: doc.stepOverdue === true,
    }))
    .sort((a, b) => (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9') || a.id.localeCompare(b.id));
}
