import { partner } from '@lobby/shared/modules/partner.ts';
import { partnerContract } from '@lobby/shared/modules/partner-contract.ts';
import { useTranslation } from 'react-i18next';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { lazyPart } from '../../kit/ui/layout/lazy-part.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { Alike } from './Alike.tsx';
import { CONTRACT_FORM, ContractsTab } from './ContractsTab.tsx';

const PartnerWorks = lazyPart(
  async () => (await import('./PartnerWorks.tsx')).PartnerWorks,
  () => <PartSkeleton />,
);

const NAMES = ['form', 'name', 'code', 'type', 'taxCode', 'contactName', 'phone', 'email'] as const;
const MORE = ['bankName', 'bankAccount', 'beneficiary'] as const;
const WIDE = ['address', 'services', 'contacts'] as const;
const LAST = ['documents', 'note'] as const;
const FORM = {
  size: 'wide' as const,
  fields: [...NAMES, ...WIDE, ...MORE, ...LAST] as const,
  children: (
    <>
      <Alike />
      <FieldPairs names={NAMES} wide={WIDE} />
      <FieldPairs names={MORE} wide={LAST} />
    </>
  ),
};
const WIDTHS = { name: 260, code: 96, type: 132, contractEndsOn: 132, status: 132 };
const CONTRACT_WIDTHS = { number: 150, partnerId: 200, subject: 260, value: 140, status: 132 };

/** Partners and their contracts. */
export function Component() {
  const { t } = useTranslation(['partner', 'partner-contract']);
  const extraTabs = (id: string) => [
    { value: 'contracts', label: t('partner-contract:plural'), content: <ContractsTab id={id} /> },
    { value: 'works', label: t('works'), content: <PartnerWorks id={id} /> },
  ];
  return (
    <ScreenParts
      label={t('partner:plural')}
      parts={[
        {
          value: 'partners',
          label: t('partner:plural'),
          content: <RecordsPage definition={partner} widths={WIDTHS} form={FORM} detail={{ extraTabs }} />,
        },
        {
          value: 'contracts',
          label: t('partner-contract:plural'),
          content: <RecordsPage definition={partnerContract} widths={CONTRACT_WIDTHS} form={CONTRACT_FORM} />,
        },
      ]}
    />
  );
}
