import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { useExport } from '../../kit/ui/list/useExport.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { CountInput } from './CountInput.tsx';

const [HEAD, LATER] = [['fundId', 'witnessId'] as const, ['images', 'note'] as const];
const FORM = {
  size: 'wide' as const,
  fields: [...HEAD, 'denominations', ...LATER],
  children: (
    <>
      <FieldPairs names={HEAD} />
      <CountInput />
      <FieldPairs names={[]} wide={LATER} />
    </>
  ),
};
const WIDTHS = { code: 150, countedAt: 150, fundId: 180, book: 140, counted: 140, difference: 130, countedById: 170 };

/** The minutes of a count, to be signed. */
function Minutes({ id }: { id: string }) {
  const { t } = useTranslation(fundCount.name);
  const { busy, save } = useExport();
  return (
    <Button icon={Printer} busy={busy} onClick={() => save(`${fundCount.path}/${id}/pdf`, scopeNow())}>
      {t('paper.title')}
    </Button>
  );
}

/** What was counted in funds, beside what the books said. */
export function CountsPart() {
  return (
    <RecordsPage
      definition={fundCount}
      widths={WIDTHS}
      hidden={['witnessId', 'createdAt']}
      form={FORM}
      detail={{ actionsExtra: row => <Minutes id={row.id} /> }}
    />
  );
}
