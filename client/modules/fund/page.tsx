import { cashbook } from '@lobby/shared/modules/financial-reports.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { CountsPart } from './CountsPart.tsx';
import { FundBalance } from './FundBalance.tsx';

const FORM = pairedForm(
  ['name', 'code', 'kind', 'bankAccountId', 'purpose', 'keeperIds', 'accountingCode', 'order'],
  ['note'],
);
const WIDTHS = { order: 84, name: 220, code: 100, kind: 160, purpose: 140, keeperIds: 200, balance: 150 };
const CELLS = { balance: ({ id }: { id: string }) => <FundBalance id={id} /> };

/** Funds and cash counts. */
export function Component() {
  const { t } = useTranslation(['fund', 'fund-count', 'books']);
  const mayRead = useCan(cashbook.code, 'read');
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'funds',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={fund}
              widths={WIDTHS}
              form={FORM}
              cells={CELLS}
              detail={{
                meta: ({ id }) =>
                  mayRead && <Link to={`../${cashbook.route}?fundId=${id}`}>{t('books:cashbook.title')}</Link>,
              }}
            />
          ),
        },
        { value: 'counts', label: t('fund-count:plural'), content: <CountsPart /> },
      ]}
    />
  );
}
