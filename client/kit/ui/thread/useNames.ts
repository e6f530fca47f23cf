import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useRefRow } from '../../refs/refs.ts';
import { employeeOf, meAtom, scopeAtom } from '../../session/session.ts';

interface Household {
  unitId?: string | null;
  residentId?: string | null;
}

/** Values for canned replies: the resident and unit addressed, the author, and the project. */
export function useNames({ unitId, residentId }: Household) {
  const { t } = useTranslation('thread');
  const scope = useAtomValue(scopeAtom);
  const me = useAtomValue(meAtom);
  const unit = useRefRow('unit', unitId);
  const resident = useRefRow('resident', residentId);
  return {
    resident: resident?.name ?? t('resident'),
    unit: unit?.name,
    staff: me?.user.name,
    project: employeeOf(scope.projectId)?.projectName,
  };
}
