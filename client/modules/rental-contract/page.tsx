import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { ContractDrawer } from './ContractDrawer.tsx';
import { NewContract } from './NewContract.tsx';
import { card, cells, folded } from './rows.tsx';
import { TemplatesPart } from './templates/TemplatesPart.tsx';

const WIDTHS = {
  code: 208,
  unitId: 84,
  residentId: 180,
  area: 116,
  price: 136,
  startDate: 116,
  deposit: 116,
  expiryDate: 228,
  remindExpiredDate: 120,
  annexCount: 76,
};

/** Rental contracts and contract templates. */
export function Component() {
  const { t } = useTranslation(['rental-contract', 'contract-template']);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'contracts', label: t('plural'), content: <Contracts /> },
        { value: 'templates', label: t('contract-template:plural'), content: <TemplatesPart /> },
      ]}
    />
  );
}

function Contracts() {
  const { t } = useTranslation('rental-contract');
  const [creating, setCreating] = useState(false);
  return (
    <>
      <ListPage
        widths={WIDTHS}
        definition={rentalContract}
        cells={cells}
        folded={folded}
        card={card}
        onCreate={() => setCreating(true)}
        createLabel={t('actions.create')}
        drawer={(id, nav) => <ContractDrawer id={id} nav={nav} />}
      />
      {creating && <NewContract onClose={() => setCreating(false)} />}
    </>
  );
}
