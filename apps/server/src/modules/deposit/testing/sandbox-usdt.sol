// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// A token that behaves like USDT on Ethereum where a deposit can tell: six decimals, and a transfer that returns nothing.
contract SandboxUsdt {
    string public constant name = "Sandbox USDT";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    /// Anyone may mint: it is play money of a chain that ends with its process.
    function mint(address to, uint256 value) external {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }

    /// Several transfers in one transaction, as an exchange pays out.
    function transferMany(address[] calldata to, uint256[] calldata values) external {
        for (uint256 index = 0; index < to.length; index++) {
            balanceOf[msg.sender] -= values[index];
            balanceOf[to[index]] += values[index];
            emit Transfer(msg.sender, to[index], values[index]);
        }
    }
}
