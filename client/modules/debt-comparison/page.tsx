import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { PaperButton } from '../../kit/ui/list/export/PaperButton.tsx';
import { printsChosen } from '../../kit/ui/list/export/PrintChosen.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { UnitsPart } from './UnitsPart.tsx';

const FORM = pairedForm(['unitId', 'asOf'], ['attachments', 'note']);
const WIDTHS = {
  code: 150,
  unitId: 110,
  asOf: 120,
  debt: 130,
  interest: 130,
  account: 130,
  advance: 130,
  difference: 130,
  offset: 130,
  receiptId: 150,
  confirmation: 130,
};

/** Units with both debts and balances, and debt comparisons. */
export function Component() {
  const { t } = useTranslation(debtComparison.name);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'units', label: t('units'), content: <UnitsPart /> },
        {
          value: 'documents',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={debtComparison}
              widths={WIDTHS}
              form={FORM}
              bulk={printsChosen(debtComparison)}
              detail={{
                actionsExtra: row => (
                  <PaperButton path={`${debtComparison.path}/${row.id}/pdf`}>{t('paper.title')}</PaperButton>
                ),
              }}
            />
          ),
        },
      ]}
    />
  );
}
