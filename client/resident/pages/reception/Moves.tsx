import { formPage } from '../../forms/form-page.tsx';
import { MOVES } from '../../forms/kinds.ts';

export const Page = formPage(MOVES);
