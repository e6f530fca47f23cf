import { LANGUAGES, type Language } from '@lobby/shared/kit/languages.ts';
import { QUIET_DEFAULT, type Quiet } from '@lobby/shared/kit/quiet-hours.ts';
import { z } from 'zod';
import { type Collection, db } from '../../kit/database/database.ts';
import { open } from '../../kit/privacy/personal.ts';

/** Somebody who signs in. */
export interface User {
  _id: string;
  /** Keyed digests of what one may sign in with: e-mail, and a resident's phone. */
  logins: string[];
  name: string;
  /** Plain for staff, sealed for residents (personal data). */
  email: string;
  kind: 'staff' | 'resident';
  passwordHash: string;
  verified: boolean;
  disabled: boolean;
  /** What mail is written in; the language of the first sign-in, until another is chosen. */
  language?: Language;
  /** Kinds of mail that were turned off. */
  mailOff?: string[];
  /** What they are not told of in the product. */
  appOff?: string[];
  pushOff?: string[];
  /** Alerts on devices say only that there is something. */
  hideText?: boolean;
  /** When they want no alerts on devices. */
  quiet?: Quiet;
  signedInAt?: Date;
  invitedAt?: Date;
  /** The e-mail that they are to have once it is confirmed; kept as `email` is. */
  nextEmail?: string;
  /** Links that were asked for before are good no more. */
  linksEndedAt?: Date;
}

/** The key under which the sign-in names of residents are sealed: they belong to a person, not to a building. */
export const PEOPLE = 'people';
/** The e-mail of an account in plain. */
export const emailOf = ({ kind, email }: Pick<User, 'kind' | 'email'>) =>
  kind === 'staff' ? email : (open(PEOPLE, email) ?? '');
/** The e-mail that an account is to have, once it is confirmed. */
export const nextEmailOf = ({ kind, nextEmail }: Pick<User, 'kind' | 'nextEmail'>) =>
  nextEmail ? (kind === 'staff' ? nextEmail : open(PEOPLE, nextEmail)) : null;

export const quietSchema = z.object({ mode: z.string(), from: z.string().nullable(), to: z.string().nullable() });
export const shownQuiet = ({ kind, quiet }: Pick<User, 'kind' | 'quiet'>) => ({
  from: null,
  to: null,
  ...(quiet ?? QUIET_DEFAULT[kind]),
});

/** Somebody as they see themselves. */
export const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  kind: z.enum(['staff', 'resident']),
  language: z.enum(LANGUAGES).nullable(),
  mailOff: z.array(z.string()),
  appOff: z.array(z.string()),
  pushOff: z.array(z.string()),
  hideText: z.boolean(),
  quiet: quietSchema,
});
export const shownUser = ({
  _id,
  name,
  email,
  kind,
  language,
  mailOff = [],
  appOff = [],
  pushOff = [],
  ...rest
}: User) => ({
  id: _id,
  name,
  email: kind === 'staff' ? email : '',
  kind,
  language: language ?? null,
  mailOff,
  appOff,
  pushOff,
  hideText: rest.hideText ?? false,
  quiet: shownQuiet({ kind, ...rest }),
});

export const userCollection: Collection = {
  name: 'users',
  indexes: [{ key: { logins: 1 }, options: { unique: true } }],
};
export const users = () => db().collection<User>(userCollection.name);
