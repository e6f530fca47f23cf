import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../kit/ui/marks/Logo.tsx';
import { SignInIllustration } from './SignInIllustration.tsx';

export interface SignInLabel {
  /** Name of the complex, or of its management. */
  name: string;
  logo?: string;
  logoDark?: string;
  /** "4 block, 2.016 căn hộ. Số 18 Nguyễn Xiển, Thanh Trì, Hà Nội". */
  note?: string;
  /** "024 7300 1886, 7:00 đến 22:00". */
  support?: string;
}

/** The white label's half of the sign-in page; not on phones. */
export function BrandPanel({ label }: { label: SignInLabel }) {
  const { t } = useTranslation('shell');
  return (
    <chakra.aside
      display={{ base: 'none', md: 'flex' }}
      flexDirection="column"
      justifyContent="space-between"
      position="sticky"
      top="0"
      h="100dvh"
      overflow="hidden"
      px="16"
      pt="14"
      pb="12"
      bg="label.ground"
      color="label.fg"
    >
      <chakra.div
        position="absolute"
        inset="0"
        bottom="155px"
        css={{ maskImage: 'linear-gradient(black 84%, transparent)' }}
      >
        <SignInIllustration />
      </chakra.div>
      <chakra.div position="relative" display="flex" alignItems="center" gap="3" textStyle="lg" fontWeight="semibold">
        <Logo src={label.logo} srcDark={label.logoDark} size={40} turned />
        {label.name}
      </chakra.div>
      <chakra.div position="relative">
        <chakra.p textStyle="xl" fontWeight="semibold" textWrap="balance">
          {t('signIn.portal')}
        </chakra.p>
        {label.note && (
          <chakra.p textStyle="md" mt="2" color="label.muted">
            {label.note}
          </chakra.p>
        )}
      </chakra.div>
    </chakra.aside>
  );
}
