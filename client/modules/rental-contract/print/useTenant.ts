import { resident } from '@lobby/shared/modules/resident.ts';
import { useEffect, useState } from 'react';
import { request } from '../../../kit/http/api.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';

/** Revealed personal data of the tenant. */
export type Tenant = Readonly<Partial<Record<'identifier' | 'phone' | 'permanentAddress', string | null>>>;

/**
 * Personal data of the tenant, kept in this component only. `reveal` loads them and is recorded in the activity; absent
 * without permission.
 */
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
