"""The reader's network: a trunk over windows of a text, and a small conditioned encoder over the sight of each figure.

The trunk is the pre-trained encoder; it runs once a window. The conditioned encoder sees the trunk's states of the pieces
in a figure's sight, with the figure marked and every piece's role, relation and distance, and runs once a figure. Heads on
the figure give classes; heads on the pieces give pointers, with NONE, WORLD and PAGE as classes beside them.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from sources.extract.model.heads import CLASSES, N_BESIDE, N_POINTERS
from sources.extract.window.sight import N_BUCKETS, Relation, Role


class Layer(nn.Module):
    """One layer of a BERT encoder (Devlin et al. 2019): attention, then an inner layer, each with its norm behind it."""

    def __init__(self, width: int, inner: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.attended = nn.Linear(width, width)
        self.norm_attended = nn.LayerNorm(width, eps=1e-12)
        self.inner = nn.Linear(width, inner)
        self.outer = nn.Linear(inner, width)
        self.norm_outer = nn.LayerNorm(width, eps=1e-12)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """States [n, length, width] to states; `bias` as `bias_of` gives it."""
        n, length, width = x.shape

        def apart(y: Tensor) -> Tensor:
            return y.view(n, length, self.heads, width // self.heads).transpose(1, 2)

        y = functional.scaled_dot_product_attention(
            apart(self.query(x)), apart(self.key(x)), apart(self.value(x)), attn_mask=bias
        )
        x = self.norm_attended(x + self.attended(y.transpose(1, 2).reshape(n, length, width)))
        return self.norm_outer(x + self.outer(functional.gelu(self.inner(x))))


def bias_of(mask: Tensor) -> Tensor:
    """What attention adds so that padding is not looked at: [n, length] of booleans to [n, 1, 1, length]."""
    return torch.where(mask, 0.0, -1e4)[:, None, None, :]


class Trunk(nn.Module):
    """Pieces of a window to states: [n, length] to [n, length, width]."""

    def __init__(self, weights: Mapping[str, np.ndarray], heads: int) -> None:
        super().__init__()
        width = weights["words"].shape[1]
        layers = 1 + max(int(name.split(".")[1]) for name in weights if name.startswith("layers."))
        self.words = nn.Embedding(*weights["words"].shape)
        self.positions = nn.Embedding(*weights["positions"].shape)
        self.kind = nn.Parameter(torch.zeros(width))
        self.marks = nn.Embedding(4, width)  # nothing, a figure, a year, an area
        self.norm = nn.LayerNorm(width, eps=1e-12)
        inner = weights["layers.0.inner.weight"].shape[0]
        self.layers = nn.ModuleList(Layer(width, inner, heads) for _ in range(layers))
        with torch.no_grad():
            self.words.weight.copy_(torch.from_numpy(weights["words"]))
            self.positions.weight.copy_(torch.from_numpy(weights["positions"]))
            nn.init.zeros_(self.marks.weight)
            self.load_state_dict(
                {
                    name: torch.from_numpy(values)
                    for name, values in weights.items()
                    if name not in ("words", "positions")
                },
                strict=False,
            )
        self.words.weight.requires_grad_(False)

    def forward(self, ids: Tensor, marks: Tensor, mask: Tensor) -> Tensor:
        """Ids, mark kinds and mask [n, length] to states [n, length, width]."""
        at = torch.arange(ids.shape[1])
        x = self.norm(self.words(ids) + self.positions(at) + self.kind + self.marks(marks))
        bias = bias_of(mask)
        for layer in self.layers:
            x = layer(x, bias)
        return x


class Conditioned(nn.Module):
    """States in the sight of figures to logits."""

    def __init__(self, width: int, size: int = 128, layers: int = 2, heads: int = 4) -> None:
        super().__init__()
        self.down = nn.Linear(width, size)
        self.own = nn.Embedding(3, size)
        self.roles = nn.Embedding(len(Role), size)
        self.relations = nn.Embedding(len(Relation), size)
        self.distances = nn.Embedding(N_BUCKETS, size)
        self.kinds = nn.Embedding(4, size)
        self.norm = nn.LayerNorm(size)
        self.layers = nn.ModuleList(Layer(size, 4 * size, heads) for _ in range(layers))
        self.figure = nn.Sequential(nn.Linear(size + width, size), nn.GELU(), nn.Dropout(0.1))
        self.classes = nn.ModuleDict({name: nn.Linear(size, n) for name, n in CLASSES.items()})
        self.piece = nn.Sequential(nn.Linear(2 * size, size), nn.GELU(), nn.Dropout(0.1))
        self.pointers = nn.Linear(size, N_POINTERS)
        self.beside = nn.Linear(size, N_BESIDE)
        for one in (self.own, self.roles, self.relations, self.distances, self.kinds):
            nn.init.normal_(one.weight, std=0.1)

    def forward(
        self,
        states: Tensor,
        own: Tensor,
        roles: Tensor,
        relations: Tensor,
        distances: Tensor,
        kinds: Tensor,
        mask: Tensor,
    ) -> tuple[dict[str, Tensor], Tensor, Tensor]:
        """Classes, pointers, and what stands beside them.

        Args:
            states: [n, length, width].
            own: 1 the figure, 2 another figure, 0 neither; it and what follows: integers [n, length].
            roles: see `Role`.
            relations: see `Relation`.
            distances: buckets.
            kinds: see `MarkKind`.
            mask: False for padding.

        Returns:
            Logits of classes by name [n, classes], of pointers [n, length, N_POINTERS] and of NONE and PAGE [n, N_BESIDE].
        """
        x = self.down(states) + self.own(own) + self.roles(roles) + self.relations(relations)
        x = self.norm(x + self.distances(distances) + self.kinds(kinds))
        bias = bias_of(mask)
        for layer in self.layers:
            x = layer(x, bias)
        here = ((own == 1) & mask).to(x.dtype)[..., None]
        n = here.sum(1).clamp(min=1)
        figure = self.figure(torch.cat([(x * here).sum(1) / n, (states * here).sum(1) / n], -1))
        piece = self.piece(torch.cat([x, figure[:, None].expand_as(x)], -1))
        pointers = self.pointers(piece).masked_fill(~mask[..., None], -1e4)
        return {name: head(figure) for name, head in self.classes.items()}, pointers, self.beside(figure)
