import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import { useTranslation } from 'react-i18next';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { PaperButton } from '../../kit/ui/list/export/PaperButton.tsx';
import { printsChosen } from '../../kit/ui/list/export/PrintChosen.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { CountInput } from './CountInput.tsx';

const [HEAD, LATER] = [['fundId', 'witnessId'] as const, ['images', 'note'] as const];
const FORM = {
  size: 'wide' as const,
  fields: [...HEAD, 'denominations', ...LATER] as const,
  children: (
    <>
      <FieldPairs names={HEAD} />
      <CountInput />
      <FieldPairs names={[]} wide={LATER} />
    </>
  ),
};
const WIDTHS = { code: 150, countedAt: 150, fundId: 180, book: 140, counted: 140, difference: 130, countedById: 170 };

export function CountsPart() {
  const { t } = useTranslation(fundCount.name);
  return (
    <RecordsPage
      definition={fundCount}
      widths={WIDTHS}
      form={FORM}
      bulk={printsChosen(fundCount)}
      detail={{
        actionsExtra: row => <PaperButton path={`${fundCount.path}/${row.id}/pdf`}>{t('paper.title')}</PaperButton>,
      }}
    />
  );
}
