/** Names of secrets in other letters than those of ASCII, which no word of the search holds. */
import { tableOf } from './characters.ts';
import { MAYBE, SURE, type Suspicion } from './secret-names.ts';
import { CODES } from './text-window.ts';

const SURE_NAMES = `пароль пароля секрет 密码 密碼 口令 暗号 パスワード 暗証番号 合言葉 비밀번호 비번 암호 패스워드 contraseña
  hasło jelszó parolă lösenord şifre κωδικός συνθηματικό סיסמה סיסמא المرور السر पासवर्ड รหัสผ่าน khẩu slaptažodis գաղտնաբառ
  לסיסמה парола құпиясөз 인증번호 验证码 驗證碼`;
const MAYBE_NAMES = `ключ токен 密钥 密鑰 秘钥 金鑰 令牌 秘密鍵 トークン キー 토큰 키 clé jetón klíč κλειδί schlüssel מפתח ключа`;

interface Foreign {
  readonly head: readonly number[];
  readonly tail: readonly number[];
  readonly suspicion: Suspicion;
}
const codesOf = (text: string) => Array.from(text, (one) => one.charCodeAt(0));

/** By their last character that is not ASCII. */
const BY_SIGN = new Map<number, Foreign[]>();
for (const [names, suspicion] of [
  [SURE_NAMES, SURE],
  [MAYBE_NAMES, MAYBE],
] as const)
  for (const name of names.split(/\s+/)) {
    const codes = codesOf(name);
    const last = codes.findLastIndex((code) => code > 127);
    const known = BY_SIGN.get(codes[last]!) ?? [];
    BY_SIGN.set(codes[last]!, known);
    known.push({ head: codes.slice(0, last), tail: codes.slice(last + 1), suspicion });
  }

export const FOREIGN_SIGNS: readonly number[] = [...BY_SIGN.keys()];
const FOLLOWS = tableOf('"\'`=: \t\r\n<(：,;|は는은');
/** They join a name to what is said of it. */
const JOINS = tableOf('は는은');

/** The name that a character stands in, if something may stand behind it that has a value. */
export const foreign: { from: number; end: number; suspicion: Suspicion } = {
  from: 0,
  end: 0,
  suspicion: SURE,
};

export function isForeignName(at: number): boolean {
  for (const { head, tail, suspicion } of BY_SIGN.get(CODES[at]!) ?? []) {
    const [from, end] = [at - head.length, at + 1 + tail.length];
    if (FOLLOWS[CODES[end]!] === 0 || !isWritten(head, from) || !isWritten(tail, at + 1)) continue;
    foreign.from = from;
    foreign.end = JOINS[CODES[end]!] === 1 ? end + 1 : end;
    foreign.suspicion = suspicion;
    return true;
  }
  return false;
}

function isWritten(codes: readonly number[], from: number): boolean {
  for (let i = 0; i < codes.length; i++) if ((CODES[from + i]! | 32) !== (codes[i]! | 32)) return false;
  return true;
}
