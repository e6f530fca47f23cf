import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { useEffect, useState } from 'react';
import { request } from '../../../http/api.ts';
import { toastRefusal } from '../../../i18n/toast-refusal.ts';
import { useCan } from '../../../session/permissions.ts';
import { scopeNow } from '../../../session/session.ts';

type Revealed = Readonly<Record<string, string | null | FileInfo[]>>;

/** Revealed personal values and guarded pictures: kept in this component only, and dropped with the record or the permission. */
export function useReveal(definition: Definition, id: string): [Revealed | null, (() => void) | null, boolean] {
  const allowed = useCan(definition.code, 'readEncrypted') && answers(definition, 'reveal');
  const [values, setValues] = useState<Revealed | null>(null);
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is another reason to reveal, and without the right there is none
  useEffect(() => setValues(null), [id, allowed]);
  const reveal = async () => {
    setBusy(true);
    try {
      const { data } = await request<{ values: Revealed; files: Revealed }>(
        'PUT',
        `${definition.path}/${id}/reveal`,
        scopeNow(),
      );
      setValues({ ...data.values, ...data.files });
    } catch (error) {
      void toastRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return [allowed ? values : null, allowed ? () => void reveal() : null, busy];
}
