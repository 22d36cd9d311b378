/**
 * Has the caller a token that its issuer signed, for us, and that is still valid (RFC 7519)?
 *
 * <p>Start with {@link dev.gatehouse.guard.jwt.TokenGuard}. The rest answers one question each: {@link
 * dev.gatehouse.guard.jwt.SignedToken} is one token taken apart, {@link dev.gatehouse.guard.jwt.IssuerKeys} which key it must
 * be signed with, {@link dev.gatehouse.guard.jwt.ClaimRules} what it must say, {@link dev.gatehouse.guard.jwt.ClaimText} how
 * that reads in a header, and {@link dev.gatehouse.guard.jwt.KeySets} where the keys come from and how long they are kept.
 *
 * <p>The JOSE library is known here and nowhere else. It takes tokens and keys apart and does the cryptography; which of it
 * is accepted is decided here.
 */
@NullMarked
package dev.gatehouse.guard.jwt;

import org.jspecify.annotations.NullMarked;
