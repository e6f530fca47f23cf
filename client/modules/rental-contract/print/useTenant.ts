import { resident } from '@lobby/shared/modules/resident.ts';
import { useEffect, useState } from 'react';
import { request } from '../../../kit/http/api.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';

/** What a contract says of the person who rents, in plain. */
export type Tenant = Readonly<Partial<Record<'identifier' | 'phone' | 'permanentAddress', string | null>>>;

/** The tenant's personal values, read on purpose (an activity entry): held here alone; `reveal` is absent where the reader may not. */
export function useTenant(residentId: string | null | undefined): { tenant: Tenant | null; reveal?: () => void } {
  const allowed = useCan(resident.code, 'readEncrypted');
  const [tenant, setTenant] = useState<Tenant | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person is another reason to reveal, and without the right there is none
  useEffect(() => setTenant(null), [residentId, allowed]);
  if (!residentId || !allowed) return { tenant: null };
  if (tenant) return { tenant };
  const reveal = async () => {
    try {
      const { data } = await request<{ values: Tenant }>('PUT', `${resident.path}/${residentId}/reveal`, scopeNow());
      setTenant(data.values);
    } catch (error) {
      void toastRefusal(error);
    }
  };
  return { tenant, reveal: () => void reveal() };
}
