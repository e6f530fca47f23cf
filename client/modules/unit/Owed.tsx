import type { owes } from '@lobby/shared/kit/money.contract.ts';
import { OWES } from '@lobby/shared/kit/money.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { projectIdAtom } from '../../kit/session/session.ts';
import { styleClass } from '../../theme/classes.ts';

const owedClass = styleClass({ color: 'bad.fg', '& a': { textDecoration: 'underline' } });

/** What a unit owes, for readers of bills; nothing if it owes nothing. */
export function Owed({ unitId }: { unitId: string }) {
  const { t } = useTranslation('unit');
  const { money } = useFormats();
  const projectId = useAtomValue(projectIdAtom) ?? '';
  const mayRead = useCan(OWES.module, 'read');
  const { data } = useContract<typeof owes>(
    '/bill/units/:unitId/owes',
    mayRead && { params: { unitId }, follow: OWES.module, delay: 800 },
  );
  if (!data || data.owed <= 0) return null;
  return (
    <span className={owedClass()}>
      {t('owes')} <Link to={`/projects/${projectId}/bill-list?tab=owed&unitId=${unitId}`}>{money(data.owed)}</Link>
    </span>
  );
}
