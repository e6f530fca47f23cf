import { Notices } from './Notices.tsx';

/** The articles of the building. */
export const Page = ({ id }: { id: string | undefined }) => <Notices id={id} path="news" page="news" module="NEWS" />;
