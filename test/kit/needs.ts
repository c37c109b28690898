/** What a test needs of the machine. Where the set-up could have brought it, that it is missing is a failure. */
import { isThere, mayInstall, packages } from '../../scripts/debian.mjs';

/** Why a test cannot run here, or false: for `skip`. */
export function lacking(...programs: readonly string[]): string | false {
  const missing = programs.filter((name) => !isThere(name));
  return missing.length > 0 && unmet(`not installed here: ${missing.map(withPackage).join(', ')}`);
}

/** The reason of a skip; throws it on Debian as root, where nothing may be missing. */
export function unmet(reason: string): string {
  if (mayInstall()) throw new Error(`${reason}; "npm test" brings it, see what it says of the set-up.`);
  return reason;
}

function withPackage(program: string): string {
  const found = Object.entries(packages).find(([, proofs]) => proofs.includes(program));
  return found ? `${program} (Debian: ${found[0]})` : program;
}
