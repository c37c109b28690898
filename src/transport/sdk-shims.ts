/**
 * Stands in the bundle for the module of this name in the SDK. That one brings a whole JSON schema compiler into every
 * start, for answers to elicitations, which this server does not send.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('no elicitation is sent, so no answer to one is validated');
  }
}

// The module node:process reads everything that it has, and loads much of it.
const { process } = globalThis;

export { process };
