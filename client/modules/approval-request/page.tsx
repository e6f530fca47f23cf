import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { employeeOf, scopeNow } from '../../kit/session/session.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { LookTab } from './LookTab.tsx';

const WIDTHS = { code: 150, act: 200, entityCode: 150, amount: 140, makerId: 160, madeAt: 150, status: 150 };

/** Hides acts the user cannot do: only checkers decide, only the maker withdraws. */
function wording(row: RecordOf<typeof approvalRequest>): Record<string, null> {
  const me = employeeOf(scopeNow().projectId)?.employeeId ?? '';
  const checkers = Array.isArray(row.checkerIds) ? row.checkerIds : [];
  return {
    ...(!checkers.includes(me) && { approve: null, reject: null }),
    ...(row.makerId !== me && checkers.includes(me) && { withdraw: null }),
  };
}

export function Component() {
  const { t } = useTranslation(approvalRequest.name);
  const extraTabs = (id: string) => [{ value: 'look', label: t('look.tab'), content: <LookTab id={id} /> }];
  return <RecordsPage definition={approvalRequest} widths={WIDTHS} detail={{ extraTabs, wording }} />;
}
