import { chakra } from '@chakra-ui/react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Logo } from '../../kit/ui/marks/Logo.tsx';
import { styleClass } from '../../theme/classes.ts';
import { BrandPanel, type SignInLabel } from './BrandPanel.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';

/** A link outside of text. */
export const linkClass = styleClass({
  color: 'accent.fg',
  fontWeight: 'medium',
  textDecoration: 'none',
  borderRadius: 'sm',
  _hover: { textDecoration: 'underline' },
});

interface DoorPageProps {
  label: SignInLabel;
  title: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

/** A page before sign-in: a form or message beside the white label. */
export function AuthPage({ label, title, note, children }: DoorPageProps) {
  const { t } = useTranslation('shell');
  return (
    <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} minH="100dvh" bg="bg">
      <BrandPanel label={label} />
      <chakra.div display="flex" flexDirection="column" minW="0" minH="100dvh">
        <chakra.header display="flex" alignItems="center" gap="2" h="20" px={{ base: '4', md: '8' }}>
          <chakra.span
            display={{ base: 'flex', md: 'none' }}
            alignItems="center"
            gap="2"
            minW="0"
            fontWeight="semibold"
          >
            <Logo src={label.logo} srcDark={label.logoDark} size={32} />
            <span className="cut">{label.name}</span>
          </chakra.span>
          <chakra.span flex="1" />
          <LanguageMenu />
        </chakra.header>
        <chakra.main
          flex="1"
          display="flex"
          alignItems={{ base: 'flex-start', md: 'center' }}
          justifyContent="center"
          px="4"
          pt="4"
          pb={{ base: '4', md: '16' }}
        >
          <chakra.div w="full" maxW="360px">
            <chakra.h1 textStyle="xl" fontWeight="semibold" textWrap="balance">
              {title}
            </chakra.h1>
            {note && (
              <chakra.p color="fg.muted" mt="1" overflowWrap="anywhere">
                {note}
              </chakra.p>
            )}
            <chakra.div mt="7">{children}</chakra.div>
          </chakra.div>
        </chakra.main>
        <chakra.footer
          display="flex"
          flexWrap="wrap"
          columnGap="4"
          px={{ base: '4', md: '8' }}
          py="6"
          textStyle="xs"
          color="fg.muted"
        >
          <chakra.span flex="1 1 auto">{label.support && t('signIn.support', { contact: label.support })}</chakra.span>
          <Suspense>
            <Terms />
          </Suspense>
          <span>{t('signIn.runsOn')}</span>
        </chakra.footer>
      </chakra.div>
    </chakra.div>
  );
}

function Terms() {
  const { t } = useTranslation('account');
  return (
    <Link to="/policy" className={linkClass()}>
      {t('links.terms')}
    </Link>
  );
}
